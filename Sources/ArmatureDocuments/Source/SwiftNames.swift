import ArmatureModel

/// The names of a Swift scope, each used once.
struct SwiftNames {
  private var taken: Set<String>
  /// Whether names that differ only in case are equal. Files are named after types, and may be on a file system that
  /// ignores case.
  private let ignoresCase: Bool

  /// The names of a whole source.
  static let ofSource = SwiftNames(
    taken: ["main", "model", "makemodel"], ignoresCase: true)

  /// Returns the names of a type's members. The types that appear in the declarations of the members cannot be used as
  /// names.
  ///
  /// - Parameter taken: The names that are already used.
  static func ofMembers(_ taken: Set<String>) -> SwiftNames {
    SwiftNames(taken: taken.union(types), ignoresCase: false)
  }

  private init(taken: Set<String>, ignoresCase: Bool) {
    (self.taken, self.ignoresCase) = (taken, ignoresCase)
  }

  private static let words: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Names that no declaration can have, even in backticks. They include names that cannot be accessed as members.
  private static let impossible: Set<String> = [
    "_", "self", "init", "Self", "Any", "Type", "Protocol",
  ]

  /// The types that a source refers to.
  private static let types: Set<String> = [
    "Any", "Array", "Attribute", "AttributeDescription", "AttributeValue", "Bool", "CalendarDate",
    "Composite", "CompositeValue", "Data", "Date", "Decimal", "Double", "Entity", "EntityType",
    "FetchOrder", "FetchPath", "FetchTemplate", "FetchedProperty", "Float", "Index", "Int", "Int16",
    "Int32", "ManagedObject", "ManagedObjectModel", "Optional", "Parent", "Property", "Protocol",
    "QueryVariable", "Relationship", "Rule", "Rules", "Self", "Set", "String", "SubentityType",
    "ToMany", "ToOne", "Type", "URL", "UUID", "Unique", "ValidationRule", "ZonedDate",
  ]

  /// Returns a name for the function that declares an entity: `makeBook`.
  mutating func function(for entity: String) -> String {
    let stem = Self.camelCase(["make", entity])
    return unused(stem == "make" ? "makeEntity" : stem)
  }

  /// Returns a name for the type of an entity. If possible, this is the entity's name, and otherwise a name with a
  /// suffix.
  mutating func type(for entity: String, ending: String) -> String {
    if Self.isIdentifier(entity), !Self.words.contains(entity), !Self.types.contains(entity),
      take(entity)
    {
      return entity
    }
    return unused(Self.capitalized(Self.camelCase([entity, ending])))
  }

  /// Returns a name for the type of a nested part: `CupSize`.
  mutating func type(for parts: [String]) -> String {
    let name = Self.capitalized(Self.camelCase(parts))
    return unused(Self.types.contains(name) ? name + "Value" : name)
  }

  /// Returns a name for a member. If possible, this is the property's name, and otherwise a name made from its letters.
  mutating func member(for property: String) -> String {
    // A property wrapper stores its value under the name with an underscore, which would collide.
    if Self.isIdentifier(property), !property.hasPrefix("_"), take(property) { return property }
    let letters = Self.camelCase([property])
    let name = letters.prefix(1).lowercased() + letters.dropFirst()
    return unused(name.isEmpty ? "property" : name)
  }

  private mutating func take(_ name: String) -> Bool {
    taken.insert(ignoresCase ? name.lowercased() : name).inserted
  }

  /// Returns the name. If it is already used, a number is appended.
  private mutating func unused(_ name: String) -> String { name.firstFree { !take($0) } }

  /// Joins the words of several texts in camel case, using ASCII letters and digits.
  private static func camelCase(_ texts: [String]) -> String {
    let words = texts.flatMap { text in
      text.unicodeScalars.split { !isLetterOrDigit($0) }.map { String(Substring($0)) }
    }
    var joined = (words.first ?? "") + words.dropFirst().map(capitalized).joined()
    if joined.first?.isNumber == true { joined = "n" + joined }
    return joined
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }

  /// Returns whether a name can follow a dot without backticks.
  static func isPlain(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, first == "_" || first.isASCII && first.properties.isAlphabetic
    else { return false }
    let isWord = scalars.allSatisfy { $0 == "_" || isLetterOrDigit($0) }
    return isWord && name != "_" && !words.contains(name)
  }

  /// Returns whether a name can be the name of a declaration. It may need backticks.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart,
      !impossible.contains(name)
    else { return false }
    return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }

  /// Returns whether a schema's property can have a name. It cannot have the name of a type, because it would hide the
  /// type.
  static func canBeLabel(_ name: String) -> Bool { isIdentifier(name) && !types.contains(name) }

  /// Returns a name as an argument label, where nearly all keywords are allowed.
  static func asArgument(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? escaped(name) : name
  }

  /// Returns an identifier, in backticks if it is a keyword.
  static func escaped(_ name: String) -> String { words.contains(name) ? "`\(name)`" : name }
}
