/// An object or a value, together with the number of ways in which a key path leads to it.
///
/// Each relationship on a key path can multiply the number of ways. By counting them, a walk visits each object only
/// once, so its time depends only on the number of objects.
struct Weighted<Element> {
  var element: Element
  var ways: Int
}
