/// Everything that keeps an archive from being decoded into a context.
public struct ObjectArchiveError: Error, Hashable, CustomStringConvertible {
  /// The mistakes, each with its place: `objects[0]: The model has no entity "Bok". …`.
  public let issues: [String]

  /// A line for each mistake.
  public var description: String { issues.joined(separator: "\n") }
}
