import ArmatureModel

/// A pattern behind a reference that the program need not count for each match.
final class PatternReference: Sendable {
  let pattern: TextPattern

  init(_ pattern: TextPattern) { self.pattern = pattern }
}
