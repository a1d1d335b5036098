/// An object or a value, with the number of ways that lead to it.
///
/// Each relationship on a key path can multiply the number of ways. By counting the ways, a walk can keep each object
/// only once, so its time depends on the number of objects and not on the number of ways.
struct Weighted<Element> {
  var element: Element
  var ways: Int
}
