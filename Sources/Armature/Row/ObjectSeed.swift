/// A value that a managed object is created from. Only contexts and models can create seeds.
///
/// A custom initializer receives a seed and passes it on to `super`:
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
/// A seed cannot be copied and makes only one object. Two objects from one seed would free the same memory.
public struct ObjectSeed: ~Copyable {
  let entries: UnsafeMutablePointer<PropertyEntry>
  let base: UnsafeMutableRawPointer
}
