public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One thing that is wrong with an object or with loaded data: facts, from which messages are made.
///
/// ```swift
/// book.pages = 0
/// for failure in book.validate() {
///   print(failure.property ?? failure.entity, failure.code, failure.value)  // pages range.tooSmall 0
/// }
/// ```
/// Core Data: an `NSError` with a code from 1550 to 1690; ``coreDataCode`` keeps that code.
public struct ValidationFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public var kind: Kind
  /// The offending value; `AttributeValue.null` where there is none.
  public var value: AttributeValue
  /// The identity of the object; `nil` where no object was made.
  public var objectID: ManagedObjectID?
  /// What identifies the object to a human, such as `dune`; `nil` where nothing does.
  public var label: String?
  /// Where the value stands in the data that was loaded.
  public var source: InputPosition?
  /// The rest, behind a reference that failures of one rule can share.
  private(set) var topic: Topic

  /// Makes a failure from facts.
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
  /// The name of the object's entity; empty where the data as a whole is meant.
  public var entity: String {
    get { topic.facts.entity }
    set { changeTopic { $0.entity = newValue } }
  }

  /// The way from the object to the value, through relationships and composites.
  ///
  /// An element that leads into a list has its index, from 0, in brackets: `lines[2]`, `track`,
  /// `name`. Empty where the object as a whole is meant.
  public var keyPath: [String] {
    get { topic.facts.keyPath }
    set { changeTopic { $0.keyPath = newValue } }
  }

  /// Whether the object is invalid or only deserves a look.
  public var severity: ValidationRule.Severity {
    get { topic.facts.severity }
    set { changeTopic { $0.severity = newValue } }
  }

  /// Where the rule was declared.
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
  /// What the failures of one rule at one property have in common.
  ///
  /// A report may have a million failures of ten rules: behind a shared reference, this takes them
  /// 8 bytes each instead of 170.
  final class Topic: Hashable, Sendable {
    let facts: Facts

    /// What is in common, apart from the object and its value.
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

  /// Topics by what they say, the sites of their rules included.
  struct TopicPool {
    private var topics: [Key: Topic] = [:]

    private struct Key: Hashable {
      let facts: Topic.Facts
      // Two sites are always equal.
      let file: String?
      let line: Int?
    }

    /// Lets a failure share the topic of an earlier one that says the same.
    mutating func share(_ failure: inout ValidationFailure) {
      let facts = failure.topic.facts
      let key = Key(facts: facts, file: facts.ruleSite?.file, line: facts.ruleSite?.line)
      guard let topic = topics[key] else {
        topics[key] = failure.topic
        return
      }
      // Keys that data made up may be equivalent, and yet differ in their bytes.
      if topic.facts.hasSameBytes(as: facts) { failure.topic = topic }
    }
  }
}

/// Facts, and for readers in other languages the code and the message that follow from them.
extension ValidationFailure: Codable {
  private enum Key: String, CodingKey {
    case code, coreDataCode, customMessage, entity, keyPath, kind, label, message, objectID
    case ruleSite, severity, source, value
  }

  /// Decodes the facts; what follows from them is not read.
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

  /// Encodes the facts, the codes, and the message in English.
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
  /// The property of the entity at which ``keyPath`` starts; `nil` for the object as a whole.
  public var property: String? {
    keyPath.first.map { String(Self.indexed($0).name) }
  }

  /// The object that the failure is about.
  public var object: Object {
    Object(entity: entity, id: objectID, label: label)
  }

  /// An object as failures name it: by what identifies it, else by its number.
  public struct Object: Hashable, Sendable, Codable {
    /// The name of the entity.
    public var entity: String
    /// The identity; `nil` where no object was made.
    public var id: ManagedObjectID?
    /// What identifies the object to a human; `nil` where nothing does.
    public var label: String?
    /// Where the object stands in the data that was loaded.
    public var source: InputPosition?

    /// Names an object.
    public init(
      entity: String, id: ManagedObjectID? = nil, label: String? = nil,
      source: InputPosition? = nil
    ) {
      self.entity = entity
      self.id = id
      self.label = label
      self.source = source
    }
  }

  /// The value of a property that a rule speaks of.
  public struct Detail: Hashable, Sendable, Codable {
    /// The name of the property, or its path with dots.
    public var name: String
    /// The value when the rule failed.
    public var value: AttributeValue
    /// What identifies an object that is the value to a human; `nil` if nothing does.
    public var label: String?

    /// Makes a detail.
    public init(_ name: String, _ value: AttributeValue, label: String? = nil) {
      self.name = name
      self.value = value
      self.label = label
    }
  }

  /// The label for an object with these identifying values; `nil` if all are absent.
  package static func label(for values: [AttributeValue]) -> String? {
    let texts = values.filter { !$0.isNull }.map { value in
      switch value {
      case .string(let text): text
      // Whoever shows the label quotes it.
      case .url(let url): url.absoluteString
      default: value.description
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

extension ValidationFailure.Object: CustomStringConvertible {
  /// `Book "dune"`, `Invoice 98`, `Book#12`, or the entity alone.
  public var description: String {
    guard let label else { return id?.description ?? entity }
    // A number needs no quotes, whether it is kept as one or as text.
    let isNumber = !label.isEmpty && label.utf8.count <= 40 && label.utf8.allSatisfy { $0.isDigit }
    return "\(entity) \(isNumber ? label : label.quotedForMessage)"
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
