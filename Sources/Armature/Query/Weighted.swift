/// An object or a value, and the number of ways that lead to it.
///
/// A walk over relationships keeps each object once, so that it takes as many steps as there are
/// objects, also where relationships lead to each other and the number of ways doubles at each name.
struct Weighted<Element> {
  var element: Element
  var ways: Int
}
