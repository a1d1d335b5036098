import Armature

/// Why a text is no XML that is read here, and where.
struct MarkupError: Error, Equatable {
  let position: TextPosition
  /// What must be, and what is instead.
  let message: String
}
