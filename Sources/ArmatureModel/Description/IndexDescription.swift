/// An index on one or more properties. Indexes can speed up requests, but a store may ignore them.
///
/// ```swift
/// let index = IndexDescription([.init("year", isAscending: false), .init("title")])
/// let book = EntityDescription(
///   "Book",
///   properties: [
///     .attribute(AttributeDescription("title", .string)),
///     .attribute(AttributeDescription("year", .int64)),
///   ], indexes: [index])
/// let model = try ManagedObjectModel("Library", entities: [book])
/// ```
/// Use a description to inspect a model, or to build a model from data. To declare a model in code, use ``Index``
/// instead. Indexes do not affect the fingerprint of an entity.
///
/// Core Data: `NSFetchIndexDescription`.
public struct IndexDescription: Hashable, Sendable, Codable {
  /// The properties of the index. The first one is the most significant.
  public var elements: [Element]
  /// The predicate of a partial index, which covers only the rows that satisfy it. If it is `nil`, the index covers all
  /// rows.
  public var predicate: FetchPredicate?
  /// The way in which an index of the kind ``Kind/fullText`` divides text. Other indexes ignore it.
  public var tokenizer: FullTextTokenizer
  /// The place of the declaration.
  public var site: DeclarationSite

  /// One property of an index.
  public struct Element: Hashable, Sendable, Codable {
    /// The name of the property. In a full-text index, it can be a path across to-one relationships.
    public var property: String
    /// A Boolean value that indicates whether the index sorts the values in ascending order.
    public var isAscending: Bool
    /// The structure of the index. All elements of an index have the same kind.
    public var kind: Kind
    /// The weight of the property in the relevance of a result. It must be positive. Only indexes of the kind
    /// ``Kind/fullText`` use it.
    public var weight: Double

    /// Creates an element.
    public init(
      _ property: String, isAscending: Bool = true, kind: Kind = .binary, weight: Double = 1
    ) {
      self.property = property
      self.isAscending = isAscending
      self.kind = kind
      self.weight = weight
    }
  }

  /// The structure of an index.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A sorted index, for comparisons and ranges.
    case binary
    /// An index of rectangles, for searches within bounds.
    case rTree
    /// An index of the words in texts, for searches.
    case fullText
  }

  /// Creates an index description.
  public init(
    _ elements: [Element], where predicate: FetchPredicate? = nil,
    tokenizer: FullTextTokenizer = .words, site: DeclarationSite = .unknown
  ) {
    self.elements = elements
    self.predicate = predicate
    self.tokenizer = tokenizer
    self.site = site
  }
}

extension IndexDescription {
  /// Whether the index is one of words, for searches.
  package var isFullText: Bool { elements.first?.kind == .fullText }

  /// Returns the positions of some properties in a full-text index. Returns `nil` if it does not have all of them.
  package func positions(of paths: [FetchPath]) -> [Int]? {
    var positions: [Int] = []
    for path in paths {
      let name = path.dotted
      guard let position = elements.firstIndex(where: { $0.property == name }) else { return nil }
      positions.append(position)
    }
    return positions
  }
}

extension IndexDescription {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case elements, predicate, tokenizer, site
  }

  /// Decodes a description. Only the elements are required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode([Element].self, forKey: .elements),
      where: try members.decode(optional: .predicate),
      tokenizer: try members.decode(.tokenizer, or: .words),
      site: try members.decode(.site, or: .unknown))
  }

  /// Encodes the description.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(elements, forKey: .elements)
    try members.encodeIfPresent(predicate, forKey: .predicate)
    try members.encode(tokenizer, .tokenizer, unless: .words)
    try members.encode(site, .site, with: encoder)
  }
}

extension IndexDescription.Element {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case property, isAscending, kind, weight
  }

  /// Decodes an element. Only the property is required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(String.self, forKey: .property),
      isAscending: try members.decode(.isAscending, or: true),
      kind: try members.decode(.kind, or: .binary),
      weight: try members.decode(.weight, or: 1))
  }

  /// Encodes the element. Members that have their default values are omitted.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(property, forKey: .property)
    try members.encode(isAscending, .isAscending, unless: true)
    try members.encode(kind, .kind, unless: .binary)
    try members.encode(weight, .weight, unless: 1)
  }
}

/// A constraint that no two objects of an entity may have the same values in all of the given properties.
///
/// ```swift
/// let seat = EntityDescription(
///   "Seat",
///   properties: [
///     .attribute(AttributeDescription("row", .int64)),
///     .attribute(AttributeDescription("number", .int64)),
///   ], uniquenessConstraints: [UniquenessConstraint(["row", "number"])])
/// ```
/// If one of the properties of an object has no value, the object never conflicts with another one. Strings are
/// compared by their UTF-8 bytes.
///
/// Use this type to inspect a model, or to build a model from data. To declare a model in code, use ``Unique`` instead.
///
/// Core Data: `NSEntityDescription.uniquenessConstraints`.
public struct UniquenessConstraint: Hashable, Sendable, Codable {
  /// The names of the attributes and to-one relationships.
  public var properties: [String]
  /// The severity of a conflict, which is an error or a warning.
  public var severity: ValidationRule.Severity
  /// The place of the declaration.
  public var site: DeclarationSite

  /// Creates a constraint.
  public init(
    _ properties: [String], severity: ValidationRule.Severity = .error,
    site: DeclarationSite = .unknown
  ) {
    self.properties = properties
    self.severity = severity
    self.site = site
  }
}

extension UniquenessConstraint {
  private enum CodingKeys: String, CodingKey, CaseIterable { case properties, severity, site }

  /// Decodes a constraint. Only the properties are required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode([String].self, forKey: .properties),
      severity: try members.decode(.severity, or: .error),
      site: try members.decode(.site, or: .unknown))
  }

  /// Encodes the constraint. Members that have their default values are omitted.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(properties, forKey: .properties)
    try members.encode(severity, .severity, unless: .error)
    try members.encode(site, .site, with: encoder)
  }
}
