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
/// You cannot copy a seed, because each object needs its own. Two objects from one seed would share the same memory,
/// and both would free it.
public struct ObjectSeed: ~Copyable {
  let entries: UnsafeMutablePointer<PropertyEntry.Fields>
  let base: UnsafeMutableRawPointer
}
