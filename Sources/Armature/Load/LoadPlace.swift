/// A place in a text of a load.
struct LoadPlace: Hashable, Comparable {
  /// The position of the text among all texts of the load.
  let text: Int
  /// The byte offset in the text.
  let offset: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.text, left.offset) < (right.text, right.offset)
  }
}
