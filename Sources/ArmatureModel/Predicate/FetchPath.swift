/// The way from an object to a property: `author.name`, over relationships and composite elements.
///
/// ```swift
/// let path: FetchPath = ["author", "name"]
/// let condition = FetchPredicate.comparison(.keyPath(path), .equal, "Frank Herbert")
/// print(path, try context.fetch("Book", where: condition).count)  // author.name 1
/// ```
/// It starts at the object that the condition is about. Inside a subquery that is each of its
/// objects; a path of a higher level starts at the object around the subquery:
/// `{ author in author.books.filter { $0.added < author.died }.count > 1 }` reads `died` at level 1.
public struct FetchPath: Hashable, Sendable {
  /// The names of the properties; none for the object itself.
  public var names: [String]
  /// The number of subqueries to step out of before the path starts; never negative.
  public internal(set) var level: Int
  /// The closure whose parameter the path starts from, until the predicate around it is complete.
  var mark: Mark?

  /// Makes a path.
  public init(_ names: [String], level: Int = 0) {
    self.names = names
    self.level = max(0, level)
  }

  init(mark: Mark) {
    self.init([])
    self.mark = mark
  }

  func appending(_ name: String) -> FetchPath {
    var path = self
    path.names.append(name)
    return path
  }

  func appending(names: [String]) -> FetchPath {
    var path = self
    path.names += names
    return path
  }
}

extension FetchPath: ExpressibleByArrayLiteral {
  /// Makes a path of level 0.
  public init(arrayLiteral names: String...) { self.init(names) }
}

extension FetchPath: CustomStringConvertible {
  /// The names with dots between them, after a `^` for each level; `SELF` for the object itself, `#""` for an
  /// empty name.
  public var description: String {
    let steps = names.isEmpty ? ["SELF"] : names.map(\.pathStep)
    return (Array(repeating: "^", count: level) + steps).joined(separator: ".")
  }
}

/// An array of the names, after a `^` for each level: `["^", "died"]`.
extension FetchPath: Codable {
  private static let stepOut = "^"

  /// Decodes a path.
  public init(from decoder: any Decoder) throws {
    let steps = try decoder.singleValueContainer().decode([String].self)
    let level = steps.prefix { $0 == Self.stepOut }.count
    self.init(Array(steps.dropFirst(level)), level: level)
  }

  /// Encodes the path.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(repeating: Self.stepOut, count: level) + names)
  }
}

extension FetchPath {
  /// What tells the objects of one closure from those of the closures around it.
  ///
  /// Which level a path has depends on where it is used, which is known only when each closure around
  /// it has returned. Until then the path carries the mark of its own.
  struct Mark: Hashable, Sendable {
    private let scope: ObjectIdentifier

    /// Runs a body with a mark that no other has while the body runs.
    static func unique<Result>(_ body: (Mark) -> Result) -> Result {
      let scope = Scope()
      // The address of a living object is unique, so marks need no counter that threads share.
      return withExtendedLifetime(scope) { body(Mark(scope: ObjectIdentifier(scope))) }
    }

    private final class Scope {}
  }
}
