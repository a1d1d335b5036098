/// A path from an object to a property, such as `author.name`.
///
/// Each step of a path is a relationship or a composite, except for the last step, which can be any property.
///
/// ```swift
/// let path: FetchPath = ["author", "name"]
/// let condition = FetchPredicate.comparison(.keyPath(path), .equal, "Frank Herbert")
/// print(path, try context.fetch("Book", where: condition).count)  // author.name 1
/// ```
/// A path usually starts at the object of the predicate. Inside a subquery, it starts at each object of the subquery.
/// If the path starts at an object outside of the subquery instead, it has a higher level. For example, in
/// `{ author in author.books.filter { $0.added < author.died }.count > 1 }`, the path `died` has level 1.
public struct FetchPath: Hashable, Sendable {
  /// The names of the properties. If the array is empty, the path leads to the object itself.
  public var names: [String]
  /// The number of subqueries that enclose the path and do not contain its start. It is never negative.
  public internal(set) var level: Int
  /// The mark of the closure at whose parameter the path starts. It is used until the enclosing predicate is complete.
  var mark: Mark?

  /// Creates a path.
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

extension FetchPath {
  /// Creates a path from names joined by dots.
  package init(dotted text: String) {
    self.init(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// The names joined by dots.
  package var dotted: String { names.joined(separator: ".") }
}

extension FetchPath: ExpressibleByArrayLiteral {
  /// Creates a path of level 0.
  public init(arrayLiteral names: String...) { self.init(names) }
}

extension FetchPath: CustomStringConvertible {
  /// The names, joined by dots. A `^` is added in front for each level.
  ///
  /// `SELF` stands for the object itself, and `#""` for an empty name.
  public var description: String {
    let steps = names.isEmpty ? ["SELF"] : names.map(\.pathStep)
    return (Array(repeating: "^", count: level) + steps).joined(separator: ".")
  }
}

/// A path is encoded as an array of its names, with a `^` in front for each level: `["^", "died"]`.
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
  /// A mark that distinguishes the objects of a closure from the objects of the enclosing closures.
  ///
  /// The level of a path depends on where the path is used. This is known only when all enclosing closures have
  /// returned. Until then, the path has the mark of its closure.
  struct Mark: Hashable, Sendable {
    private let scope: ObjectIdentifier

    /// Calls a closure with a mark that is unique while the closure runs.
    static func unique<Result>(_ body: (Mark) -> Result) -> Result {
      let scope = Scope()
      // The address of a living object is unique, so marks need no counter shared between threads.
      return withExtendedLifetime(scope) { body(Mark(scope: ObjectIdentifier(scope))) }
    }

    private final class Scope {}
  }
}

/// A member that every object has in addition to its properties. These names are reserved.
package enum ObjectMember: String {
  /// The identity of the object. In a predicate it means the object itself.
  case objectID
  /// The entity of the object. In a predicate it means the entity's name.
  case entity

  /// An optional member of `entity`, with the same meaning.
  static let entityName = "name"
}
