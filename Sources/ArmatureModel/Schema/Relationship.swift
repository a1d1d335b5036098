/// A declaration of a relationship, in a model without schema types.
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
/// If two relationships are inverses of each other, it is enough that one of them names its inverse. A relationship is
/// optional unless you declare it as ``required(severity:)``.
public struct Relationship: Sendable {
  package var description: RelationshipDescription

  /// The arity of a relationship, which states whether it has one object or many, and whether they are ordered.
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

  /// Requires at least one related object.
  ///
  /// If the severity is a warning, an object without related objects is reported but valid.
  public func required(severity: ValidationRule.Severity = .error) -> Self {
    with { $0.require(severity) }
  }

  /// Requires that the number of related objects is within bounds.
  ///
  /// The bounds do not apply to an optional relationship without any objects.
  public func count(
    _ bounds: some RangeExpression<Int>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    with { $0.setCount(bounds, severity, message) }
  }

  /// Declares that the related objects are parts of the object.
  ///
  /// A part has exactly one owner, and no life without it: it is deleted with its owner, and also by the next save after
  /// you have removed it from the relationship. In JSON, parts are always nested in their owners. A part has no
  /// identity of its own, so its entity has no identifying attribute.
  ///
  /// ```swift
  /// let model = try ManagedObjectModel("Shop") {
  ///   Entity("Order") {
  ///     Attribute("number", Int.self).identifying()
  ///     Relationship("lines", to: "Line", .toMany).owned()
  ///     Relationship("address", to: "Address").owned()
  ///   }
  ///   Entity("Line") {
  ///     Attribute("product", String.self)
  ///     Relationship("address", to: "Address").owned()
  ///   }
  ///   Entity("Address") { Attribute("city", String.self) }
  /// }
  /// let context = ManagedObjectContext(model: model)
  /// let text = #"{"number": 7, "lines": [{"product": "Tea"}], "address": {"city": "Kiel"}}"#
  /// let order = try context.load(.text(text, as: "Order")).objects[0]
  /// try context.save()
  /// order.lines = [ManagedObject]()
  /// try context.save()
  /// print(try context.count(FetchRequest("Line")))  // 0
  /// ```
  /// If you declare no inverse, the model adds one. For example, the inverse of the relationship `lines` of `Order` is
  /// named `orderOfLines`.
  ///
  /// - Parameter ordered: Whether a to-many relationship keeps the order of its objects.
  public func owned(ordered: Bool = true) -> Self { with { $0.own(ordered: ordered) } }

  /// Declares that the parts are the members of one object in JSON, and an attribute of each part is its key there.
  ///
  /// ```swift
  /// let model = try ManagedObjectModel("Packages") {
  ///   Entity("Package") {
  ///     Attribute("name", String.self)
  ///     Relationship("people", to: "Person", .toMany).owned().keyed(by: "role")
  ///   }
  ///   Entity("Person") {
  ///     Attribute("role", String.self)
  ///     Attribute("name", String.self)
  ///   }
  /// }
  /// let context = ManagedObjectContext(model: model)
  /// let text = #"{"name": "tea", "people": {"author": {"name": "Ada"}, "editor": {"name": "Bo"}}}"#
  /// let package = try context.load(.text(text, as: "Package")).objects[0]
  /// try context.save()
  /// print(String(decoding: try context.json(of: package), as: UTF8.self))
  /// // {"name":"tea","people":{"author":{"name":"Ada"},"editor":{"name":"Bo"}}}
  /// ```
  /// The relationship must be ``owned(ordered:)`` and lead to many objects. The parts of one owner must have different
  /// keys, so the model adds this constraint to their entity.
  ///
  /// - Parameter attribute: The name of a required attribute of the parts that holds text.
  public func keyed(by attribute: String) -> Self { with { $0.mapKey = attribute } }

  /// Declares that the relationship exists only in memory and is never stored.
  public func transient() -> Self { with { $0.isTransient = true } }

  /// Sets the key of the relationship in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Silences warnings of the given kinds that concern the relationship.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Declares the name of the relationship in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the relationship. Use it if the meaning of stored links changes, but not the
  /// declaration.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Adds information that tools can read. Armature itself ignores it.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}

extension Relationship {
  /// Unavailable: use the arity `.ordered`.
  @available(*, unavailable, message: "use .ordered instead of .toMany")
  public func ordered() -> Self { self }

  /// Unavailable: relationships are optional by default.
  @available(*, unavailable, message: "a relationship is optional unless it is required()")
  public func optional() -> Self { self }
}

extension RelationshipDescription {
  mutating func own(ordered: Bool) {
    isOwned = true
    deleteRule = .cascade
    if isToMany { arity = ordered ? .ordered : .toMany }
  }

  /// A maximum count of 0, which the model rejects. In the description, 0 means no limit.
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
  /// The relationship as the body of an entity.
  public var entityBody: EntityBody { EntityBody([.property(.relationship(description))]) }
}
