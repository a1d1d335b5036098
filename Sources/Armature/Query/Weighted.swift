/// An object or a value, with the number of ways that lead to it.
///
/// A walk over relationships keeps each object once. So it takes only as many steps as there are objects, even if
/// relationships lead back to each other and the number of ways doubles with each name.
struct Weighted<Element> {
  var element: Element
  var ways: Int
}
