import Armature

/// An element of an XML document, with its contents.
struct MarkupElement {
  let name: String
  /// The position of the element.
  let position: TextPosition
  var attributes: [MarkupAttribute] = []
  var children: [MarkupElement] = []
  /// The characters between the tags, without the characters of the children.
  var text = ""

  /// Returns the children with a name, in order.
  func children(named name: String) -> [MarkupElement] { children.filter { $0.name == name } }
}
