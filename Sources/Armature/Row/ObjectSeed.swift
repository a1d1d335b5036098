/// The ingredients that a managed object is made from. Only a context or a model can create a seed.
///
/// It cannot be copied, and each seed makes only one object: two objects from one seed would free the same memory. An
/// initializer takes the seed and passes it on:
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
