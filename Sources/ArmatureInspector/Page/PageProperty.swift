import ArmatureDocuments
import ArmatureModel

/// A property, as data of a page.
///
/// Values that are empty or defaults are omitted, such as the kind of an attribute. Most of a large model consists of
/// attributes, so this makes the page much smaller.
struct PageProperty: Encodable {
  /// The kind, if the other values do not imply it.
  enum Kind: String, Encodable { case fetched }

  let name: String
  let kind: Kind?
  /// The type; for relationships and fetched properties, the destination entity.
  let type: String
  var isOptional: Bool?
  /// Further characteristics, in words.
  let marks: [String]?
  var defaultValue: String?
  var rules: [PageRule]?
  var key: String?
  var formerName: String?
  let userInfo: [String: String]?
  var inverse: String?
  /// Whether a relationship is to-many.
  var isToMany: Bool?
  /// The delete rule, unless it is nullify.
  var deleteRule: String?
  /// The condition of a fetched property, or the expression of a derived attribute.
  var text: String?
  /// The elements of a composite.
  var elements: [PageProperty]?
  let site: String?

  init(_ property: PropertyDescription, _ places: PagePlaces) {
    switch property {
    case .attribute(let attribute): self.init(attribute, places)
    case .relationship(let relationship): self.init(relationship, places)
    case .fetched(let fetched): self.init(fetched, places)
    }
  }

  private init(_ attribute: AttributeDescription, _ places: PagePlaces) {
    name = attribute.name
    kind = nil
    type = attribute.swiftName
    isOptional = attribute.isOptional ? true : nil
    let flags = [
      (attribute.isIdentifying, "identifying"), (attribute.isTransient, "transient"),
      (attribute.derivation != nil, "derived"),
      (attribute.allowsExternalBinaryDataStorage, "external"),
    ]
    var marks = flags.filter(\.0).map(\.1)
    if case .enumeration(_, _, let cases?) = attribute.type {
      marks.append("one of " + cases.map(\.description).joined(separator: ", "))
    }
    self.marks = marks.nonEmpty
    defaultValue = attribute.defaultValue?.inWords { $0.description }
    rules = attribute.declaredRules.map { PageRule($0, places) }.nonEmpty
    key = attribute.key
    formerName = attribute.renamingIdentifier
    userInfo = attribute.userInfo.nonEmpty
    text = attribute.derivation.map { "\($0)" }
    if case .composite(let parts) = attribute.type.storage {
      elements = parts.map { PageProperty($0, places) }
    }
    site = places.text(attribute.site)
  }

  private init(_ relationship: RelationshipDescription, _ places: PagePlaces) {
    name = relationship.name
    kind = nil
    type = relationship.destination
    isOptional = relationship.isOptional ? true : nil
    let (least, most) = (relationship.minimumCount, relationship.maximumCount)
    var marks =
      (relationship.arity == .ordered ? ["ordered"] : [])
      + (relationship.isTransient ? ["transient"] : [])
      + (relationship.isExpected ? ["expected"] : [])
    if least > 1 || most > 0, relationship.isToMany {
      marks.append(most > 0 ? "\(least) to \(most)" : "at least \(least)")
    }
    self.marks = marks.nonEmpty
    key = relationship.key
    formerName = relationship.renamingIdentifier
    userInfo = relationship.userInfo.nonEmpty
    inverse = relationship.inverse
    isToMany = relationship.isToMany
    deleteRule =
      relationship.isOwned
      ? "owned" : relationship.deleteRule == .nullify ? nil : relationship.deleteRule.rawValue
    site = places.text(relationship.site)
  }

  private init(_ fetched: FetchedPropertyDescription, _ places: PagePlaces) {
    name = fetched.name
    kind = .fetched
    type = fetched.destination
    userInfo = fetched.userInfo.nonEmpty
    text = "\(fetched.predicate)"
    var marks: [String] = []
    if !fetched.orderedBy.isEmpty {
      marks.append("by " + fetched.orderedBy.map(\.description).joined(separator: ", "))
    }
    if let limit = fetched.limit { marks.append("at most \(limit)") }
    self.marks = marks.nonEmpty
    site = places.text(fetched.site)
  }
}

extension Collection {
  /// The collection; `nil` if it is empty.
  var nonEmpty: Self? { isEmpty ? nil : self }
}

/// A rule, as data of a page.
struct PageRule: Encodable {
  /// The requirement, in words.
  let text: String
  /// Whether the rule is a warning.
  let isWarning: Bool?
  /// A custom message.
  let message: String?
  let site: String?

  init(_ rule: ValidationRule, _ places: PagePlaces) {
    text = rule.description
    isWarning = rule.severity == .warning ? true : nil
    message = rule.message
    site = places.text(rule.site)
  }

  init(_ constraint: UniquenessConstraint, _ places: PagePlaces) {
    text = constraint.description
    isWarning = constraint.severity == .warning ? true : nil
    message = nil
    site = places.text(constraint.site)
  }
}
