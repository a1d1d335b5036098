/// What an object is made from; only a context or a model has one.
///
/// It cannot be copied, and the object that is made from it uses it up: two objects of one seed would
/// free the same memory. An initializer takes it over and passes it on:
///
/// ```swift
/// final class Clock: ManagedObject {
///   let started: Date
///   required init(_ seed: consuming ObjectSeed) {
///     started = Date()
///     super.init(seed)
///   }
/// }
/// ```
public struct ObjectSeed: ~Copyable {
  let entries: UnsafeMutablePointer<PropertyEntry>
  let base: UnsafeMutableRawPointer
}
