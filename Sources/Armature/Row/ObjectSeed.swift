/// What an object is made from; only a context or a model has one.
///
/// It is used up by the first object that is made from it, and no other can be.
public struct ObjectSeed {
  let entries: UnsafeMutablePointer<PropertyEntry>
  let base: UnsafeMutableRawPointer
}
