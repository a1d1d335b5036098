/// A relationship in a declaration of the dynamic tier.
///
/// ```swift
/// let model = try ManagedObjectModel("Library") {
///   Entity("Author") {
///     Relationship("books", to: "Book", .ordered, inverse: "author", onDelete: .cascade)
///   }
///   Entity("Book") {
///     Relationship("author", to: "Author", inverse: "books").required()
///     Relationship("subjects", to: "Subject", .toMany, inverse: "books").count(1...5)
///   }
///   Entity("Subject") { Relationship("books", to: "Book", .toMany, inverse: "subjects") }
/// }
/// ```
/// The inverse may be named on one side or on both. To-one relationships are optional unless
/// ``required(severity:)``.
public struct Relationship: Sendable {
  package var description: RelationshipDescription

  /// How many objects stand at the other end.
  public typealias Arity = RelationshipDescription.Arity

  /// Declares a relationship.
  public init(
    _ name: String, to destination: String, _ arity: Arity = .toOne, inverse: String? = nil,
    onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID, line: Int = #line
  ) {
    description = RelationshipDescription(
      name, to: destination, arity, inverse: inverse, onDelete: deleteRule,
      site: DeclarationSite(file: file, line: line))
  }

  private func with(_ change: (inout RelationshipDescription) -> Void) -> Self {
    var copy = self
    change(&copy.description)
    return copy
  }

  /// Requires at least one related object; with the severity of a warning, one is expected.
  public func required(severity: ValidationRule.Severity = .error) -> Self {
    with { $0.require(severity) }
  }

  /// Requires so many related objects; an optional relationship may also have none.
  public func count(
    _ bounds: some RangeExpression<Int>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    with { $0.setCount(bounds, severity, message) }
  }

  /// Keeps the relationship in memory.
  public func transient() -> Self { with { $0.isTransient = true } }

  /// Reads and writes the relationship under another key in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Does not give warnings of some kinds about the relationship: what they tell is meant.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Says what the relationship was called in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the relationship where nothing else does.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Notes something for tools.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}

extension Relationship {
  /// Refuses a word; the arity says it.
  @available(*, unavailable, message: "the arity says so: write .ordered in place of .toMany")
  public func ordered() -> Self { self }

  /// Refuses a word; it is what relationships are.
  @available(*, unavailable, message: "a relationship is optional unless it is required()")
  public func optional() -> Self { self }
}

extension RelationshipDescription {
  /// A maximum count of 0, which the model refuses: the number itself stands for no limit.
  static let maximumOfNone = Int.min

  mutating func require(_ severity: ValidationRule.Severity) {
    isOptional = severity == .warning
    isExpected = severity == .warning
  }

  mutating func setCount(
    _ bounds: some RangeExpression<Int>, _ severity: ValidationRule.Severity, _ message: String?
  ) {
    let bounds = RuleBounds(bounds)
    minimumCount = bounds.minimum ?? 0
    maximumCount = bounds.greatest == 0 ? Self.maximumOfNone : bounds.greatest ?? 0
    countSeverity = severity
    countMessage = message
  }
}

extension Relationship: EntityPart {
  /// The relationship.
  public var entityBody: EntityBody { EntityBody([.property(.relationship(description))]) }
}
