import Armature

/// An element of a text in XML, with all that is in it.
struct MarkupElement {
  let name: String
  /// Where it begins.
  let position: TextPosition
  var attributes: [MarkupAttribute] = []
  var children: [MarkupElement] = []
  /// The characters between its tags, without those in its children.
  var text = ""

  /// The children of a name, in order.
  func children(named name: String) -> [MarkupElement] { children.filter { $0.name == name } }
}
