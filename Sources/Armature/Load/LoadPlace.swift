/// A place in one of the texts of a load.
struct LoadPlace: Hashable, Comparable {
  /// The position of the text among those of the load.
  let text: Int
  /// The place in the text, in bytes.
  let offset: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.text, left.offset) < (right.text, right.offset)
  }
}
