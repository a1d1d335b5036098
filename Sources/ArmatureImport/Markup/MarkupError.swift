import Armature

/// An error in an XML document, with its position.
struct MarkupError: Error, Equatable {
  let position: TextPosition
  /// The requirement and the finding.
  let message: String
}
