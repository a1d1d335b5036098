/// Names of one scope of Swift, each given once.
struct SwiftNames {
  private var taken: Set<String>
  /// Whether names that differ in case only are the same: files that are called like types may lie where it does
  /// not count.
  private let ignoresCase: Bool

  /// The names of a whole source.
  static let ofSource = SwiftNames(
    taken: ["main", "model", "makemodel"], ignoresCase: true)

  /// The members of a type, which are not called like the types that are named among them.
  ///
  /// - Parameter taken: Those that it has already.
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

  /// What no declaration may be called, not even between backticks, or not be reached as a member.
  private static let impossible: Set<String> = [
    "_", "self", "init", "Self", "Any", "Type", "Protocol",
  ]

  /// The types that a source itself speaks of.
  private static let types: Set<String> = [
    "Any", "Array", "Attribute", "AttributeDescription", "AttributeValue", "Bool", "CalendarDate",
    "Composite", "CompositeValue", "Data", "Date", "Decimal", "Double", "Entity", "EntityType",
    "FetchOrder", "FetchPath", "FetchTemplate", "FetchedProperty", "Float", "Index", "Int", "Int16",
    "Int32", "ManagedObject", "ManagedObjectModel", "Optional", "Parent", "Property", "Protocol",
    "QueryVariable", "Relationship", "Rule", "Rules", "Self", "Set", "String", "SubentityType",
    "ToMany", "ToOne", "Type", "URL", "UUID", "Unique", "ValidationRule", "ZonedDate",
  ]

  /// A name for the function that declares an entity: `makeBook`.
  mutating func function(for entity: String) -> String {
    let stem = Self.camelCase(["make", entity])
    return unused(stem == "make" ? "makeEntity" : stem)
  }

  /// A name for the type of an entity: its own where it can be, else one with an ending.
  mutating func type(for entity: String, ending: String) -> String {
    if Self.isIdentifier(entity), !Self.words.contains(entity), !Self.types.contains(entity),
      take(entity)
    {
      return entity
    }
    return unused(Self.capitalized(Self.camelCase([entity, ending])))
  }

  /// A name for the type of a part of what has another: `CupSize`.
  mutating func type(for parts: [String]) -> String {
    let name = Self.capitalized(Self.camelCase(parts))
    return unused(Self.types.contains(name) ? name + "Value" : name)
  }

  /// A name for a member: that of the property where it can be, else one of its letters.
  mutating func member(for property: String) -> String {
    // A wrapper keeps what it wraps under a name with an underscore, which would be taken twice.
    if Self.isIdentifier(property), !property.hasPrefix("_"), take(property) { return property }
    let letters = Self.camelCase([property])
    let name = letters.prefix(1).lowercased() + letters.dropFirst()
    return unused(name.isEmpty ? "property" : name)
  }

  private mutating func take(_ name: String) -> Bool {
    taken.insert(ignoresCase ? name.lowercased() : name).inserted
  }

  /// The name, with a number behind it where it is taken.
  private mutating func unused(_ name: String) -> String { name.firstFree { !take($0) } }

  /// The words of some texts as one, in letters and digits of ASCII.
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

  /// Whether a name can stand behind a dot as it is.
  static func isPlain(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, first == "_" || first.isASCII && first.properties.isAlphabetic
    else { return false }
    let isWord = scalars.allSatisfy { $0 == "_" || isLetterOrDigit($0) }
    return isWord && name != "_" && !words.contains(name)
  }

  /// Whether a name can be that of a declaration, if need be between backticks.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart,
      !impossible.contains(name)
    else { return false }
    return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }

  /// Whether a property of a schema can have a name: one of a type would hide that among its declarations.
  static func canBeLabel(_ name: String) -> Bool { isIdentifier(name) && !types.contains(name) }

  /// A name as that of an argument, where nearly every word of the language can stand.
  static func asArgument(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? escaped(name) : name
  }

  /// An identifier as it is written: between backticks where it is a word of the language.
  static func escaped(_ name: String) -> String { words.contains(name) ? "`\(name)`" : name }
}
