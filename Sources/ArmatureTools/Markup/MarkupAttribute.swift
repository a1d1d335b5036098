import Armature

/// An attribute of an element.
struct MarkupAttribute {
  let name: String
  let value: String
  /// Where its name begins.
  let position: TextPosition
}
