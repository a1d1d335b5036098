public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One thing that is wrong with an object or with loaded data: facts, from which messages are made.
///
/// Core Data: an `NSError` with a code from 1550 to 1690; ``coreDataCode`` keeps that code.
public struct ValidationFailure: Error, Hashable, Sendable {
  /// The name of the object's entity; empty where the data as a whole is meant.
  public var entity: String
  /// The identity of the object; `nil` where no object was made.
  public var objectID: ManagedObjectID?
  /// What identifies the object to a human, such as `dune`; `nil` where nothing does.
  public var label: String?
  /// The way from the object to the value, through relationships and composites.
  ///
  /// An element that leads into a list has its index, from 0, in brackets: `lines[2]`, `track`,
  /// `name`. Empty where the object as a whole is meant.
  public var keyPath: [String]
  /// What is wrong.
  public var kind: Kind
  /// Whether the object is invalid or only deserves a look.
  public var severity: ValidationRule.Severity
  /// The offending value; `AttributeValue.null` where there is none.
  public var value: AttributeValue
  /// Where the rule was declared.
  public var ruleSite: DeclarationSite?
  /// Where the value stands in the data that was loaded.
  public var source: InputPosition?
  /// The rule's own message, which replaces the built-in one.
  public var customMessage: String?

  /// Makes a failure from facts.
  public init(
    entity: String, objectID: ManagedObjectID? = nil, label: String? = nil,
    keyPath: [String] = [], _ kind: Kind, severity: ValidationRule.Severity = .error,
    value: AttributeValue = .null, ruleSite: DeclarationSite? = nil,
    source: InputPosition? = nil, customMessage: String? = nil
  ) {
    self.entity = entity
    self.objectID = objectID
    self.label = label
    self.keyPath = keyPath
    self.kind = kind
    self.severity = severity
    self.value = value
    self.ruleSite = ruleSite
    self.source = source
    self.customMessage = customMessage
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
    /// What identifies the object that is the value to a human; `nil` where nothing does.
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
