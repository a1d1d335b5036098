import Armature

/// An attribute of an element.
struct MarkupAttribute {
  let name: String
  let value: String
  /// The position of the name.
  let position: TextPosition
}
