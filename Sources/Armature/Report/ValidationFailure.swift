public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A failure of an object or of loaded data, such as a broken rule.
///
/// A failure contains facts: the broken rule, the object, the property and the value. The ``message`` is created from
/// these facts when you read it, so you can show the failure in any language.
///
/// ```swift
/// book.pages = 0
/// for failure in book.validate() {
///   print(failure.property ?? failure.entity, failure.code, failure.value)  // pages range.tooSmall 0
/// }
/// ```
/// Core Data: an `NSError` with a code from 1550 to 1690. See ``coreDataCode``.
public struct ValidationFailure: Error, Hashable, Sendable {
  /// The kind of failure.
  public var kind: Kind
  /// The value that caused the failure. It is `AttributeValue.null` if there is no such value.
  public var value: AttributeValue
  /// The ID of the object. It is `nil` if no object was created.
  public var objectID: ManagedObjectID?
  /// A label that identifies the object to a person, such as `dune`. It is `nil` if the object has no identifying
  /// values.
  public var label: String?
  /// The position of the value in loaded data.
  public var source: InputPosition?
  /// The other facts, behind a reference that failures of one rule can share.
  private(set) var topic: Topic

  /// Creates a failure from facts.
  public init(
    entity: String, objectID: ManagedObjectID? = nil, label: String? = nil,
    keyPath: [String] = [], _ kind: Kind, severity: ValidationRule.Severity = .error,
    value: AttributeValue = .null, ruleSite: DeclarationSite? = nil,
    source: InputPosition? = nil, customMessage: String? = nil
  ) {
    self.kind = kind
    self.value = value
    self.objectID = objectID
    self.label = label
    self.source = source
    topic = Topic(
      Topic.Facts(
        entity: entity, keyPath: keyPath, severity: severity, ruleSite: ruleSite,
        customMessage: customMessage))
  }
}

extension ValidationFailure {
  /// The name of the object's entity. It is empty if the failure concerns the data as a whole.
  public var entity: String {
    get { topic.facts.entity }
    set { changeTopic { $0.entity = newValue } }
  }

  /// The path from the object to the value, through relationships and composites.
  ///
  /// The path is empty if the failure concerns the whole object. An element that leads into a list contains the index
  /// in brackets, counted from 0, as in `["lines[2]", "track", "name"]`.
  public var keyPath: [String] {
    get { topic.facts.keyPath }
    set { changeTopic { $0.keyPath = newValue } }
  }

  /// The severity of the failure. An error makes the object invalid, and a warning does not.
  public var severity: ValidationRule.Severity {
    get { topic.facts.severity }
    set { changeTopic { $0.severity = newValue } }
  }

  /// The place in the source code where the rule is declared.
  public var ruleSite: DeclarationSite? {
    get { topic.facts.ruleSite }
    set { changeTopic { $0.ruleSite = newValue } }
  }

  /// The rule's own message, which replaces the built-in one.
  public var customMessage: String? {
    get { topic.facts.customMessage }
    set { changeTopic { $0.customMessage = newValue } }
  }

  private mutating func changeTopic(_ change: (inout Topic.Facts) -> Void) {
    var facts = topic.facts
    change(&facts)
    topic = Topic(facts)
  }
}

extension ValidationFailure {
  /// The facts that the failures of one rule at one property have in common.
  ///
  /// A report may contain a million failures of ten rules. Because these facts are shared, they take 8 bytes for each
  /// failure instead of 170.
  final class Topic: Hashable, Sendable {
    let facts: Facts

    /// The common facts, apart from the object and its value.
    struct Facts: Hashable, Sendable {
      var entity: String
      var keyPath: [String]
      var severity: ValidationRule.Severity
      var ruleSite: DeclarationSite?
      var customMessage: String?

      fileprivate func hasSameBytes(as other: Facts) -> Bool {
        entity.hasSameBytes(as: other.entity)
          && (customMessage ?? "").hasSameBytes(as: other.customMessage ?? "")
          && keyPath.elementsEqual(other.keyPath) { $0.hasSameBytes(as: $1) }
      }
    }

    init(_ facts: Facts) { self.facts = facts }

    static func == (left: Topic, right: Topic) -> Bool {
      left === right || left.facts == right.facts
    }

    func hash(into hasher: inout Hasher) { hasher.combine(facts) }
  }

  /// Topics by their facts, including the sites of their rules.
  struct TopicPool {
    private var topics: [Key: Topic] = [:]

    private struct Key: Hashable {
      let facts: Topic.Facts
      // Two sites always compare as equal.
      let file: String?
      let line: Int?
    }

    /// Makes a failure share the topic of an earlier one with the same facts.
    mutating func share(_ failure: inout ValidationFailure) {
      let facts = failure.topic.facts
      let key = Key(facts: facts, file: facts.ruleSite?.file, line: facts.ruleSite?.line)
      guard let topic = topics[key] else {
        topics[key] = failure.topic
        return
      }
      // Keys from data may be canonically equivalent, but differ in their bytes.
      if topic.facts.hasSameBytes(as: facts) { failure.topic = topic }
    }
  }
}

/// The encoded form contains the facts, and for readers in other languages the code and the message derived from them.
extension ValidationFailure: Codable {
  private enum Key: String, CodingKey {
    case code, coreDataCode, customMessage, entity, keyPath, kind, label, message, objectID
    case ruleSite, severity, source, value
  }

  /// Decodes the facts of a failure. Values that are derived from the facts, such as the message, are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      entity: try container.decodeIfPresent(String.self, forKey: .entity) ?? "",
      objectID: try container.decodeIfPresent(ManagedObjectID.self, forKey: .objectID),
      label: try container.decodeIfPresent(String.self, forKey: .label),
      keyPath: try container.decodeIfPresent([String].self, forKey: .keyPath) ?? [],
      try container.decode(Kind.self, forKey: .kind),
      severity: try container.decode(ValidationRule.Severity.self, forKey: .severity),
      value: try container.decodeIfPresent(AttributeValue.self, forKey: .value) ?? .null,
      ruleSite: try container.decodeIfPresent(DeclarationSite.self, forKey: .ruleSite),
      source: try container.decodeIfPresent(InputPosition.self, forKey: .source),
      customMessage: try container.decodeIfPresent(String.self, forKey: .customMessage))
  }

  /// Encodes the facts of a failure, together with its codes and its English message.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(coreDataCode, forKey: .coreDataCode)
    try container.encodeIfPresent(customMessage, forKey: .customMessage)
    if !entity.isEmpty { try container.encode(entity, forKey: .entity) }
    if !keyPath.isEmpty { try container.encode(keyPath, forKey: .keyPath) }
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(label, forKey: .label)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(objectID, forKey: .objectID)
    try container.encodeIfPresent(ruleSite, forKey: .ruleSite)
    try container.encode(severity, forKey: .severity)
    try container.encodeIfPresent(source, forKey: .source)
    if !value.isNull { try container.encode(value, forKey: .value) }
  }
}

extension ValidationFailure {
  /// The property at the start of ``keyPath``. It is `nil` if the failure concerns the object as a whole.
  public var property: String? {
    keyPath.first.map { PathElement($0).name }
  }

  /// The object that has the failure.
  public var object: Object {
    Object(entity: entity, id: objectID, label: label)
  }

  /// A reference to an object in a failure.
  ///
  /// The text of a reference contains the label of the object. If the object has no label, the text contains its
  /// number.
  public struct Object: Hashable, Sendable, Codable {
    /// The name of the entity.
    public var entity: String
    /// The ID. It is `nil` if no object was created.
    public var id: ManagedObjectID?
    /// A label that identifies the object to a person. It is `nil` if the object has no identifying values.
    public var label: String?
    /// The position of the object in loaded data.
    public var source: InputPosition?

    /// Creates a reference to an object.
    public init(
      entity: String, id: ManagedObjectID? = nil, label: String? = nil,
      source: InputPosition? = nil
    ) {
      self.entity = entity
      self.id = id
      self.label = label
      self.source = source
    }

    /// Whether the object was saved before, and is not in the loaded data.
    package var isStored: Bool { source == nil && id?.isTemporary == false }
  }

  /// The value of a property that a rule reads.
  public struct Detail: Hashable, Sendable, Codable {
    /// The name of the property, or its path with dots.
    public var name: String
    /// The value when the rule failed.
    public var value: AttributeValue
    /// The label of the value, if it is an object with identifying values.
    public var label: String?

    /// Creates a detail.
    public init(_ name: String, _ value: AttributeValue, label: String? = nil) {
      self.name = name
      self.value = value
      self.label = label
    }
  }

  /// Returns the label for an object with these identifying values; `nil` if all are missing.
  package static func label(for values: [AttributeValue]) -> String? {
    let texts = values.filter { !$0.isNull }.map { value in
      switch value {
      case .string(let text): text
      // Users of the label quote it.
      case .url(let url): url.absoluteString
      default: value.description
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

extension ValidationFailure.Object: CustomStringConvertible {
  /// The object as text, as in `Book "dune"`, `Invoice 98` or `Book#12`. If nothing else is known, the text is the name
  /// of the entity.
  public var description: String {
    guard let label else { return id?.description ?? entity }
    // A number needs no quotes, whether stored as a number or as text.
    let isNumber = !label.isEmpty && label.utf8.count <= 40 && label.utf8.allSatisfy { $0.isDigit }
    return "\(entity) \(isNumber ? label : label.quotedForMessage)"
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
