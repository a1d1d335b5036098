import ArmatureModel

/// Derives Swift names from the names of tables, columns and keys.
struct ImportNames {
  private var taken: Set<String> = []

  /// Returns the name of a property. For example, `unit_price` and `UnitPrice` become `unitPrice`.
  ///
  /// - Parameter owner: The entity. If each object already has a member with this name, the name of the entity is added
  ///   in front.
  static func property(_ text: String, of owner: String) -> String {
    let words = words(of: text)
    guard let first = words.first else { return "value" }
    var name = lowercasedStart(first) + words.dropFirst().map(uppercasedStart).joined()
    if ReservedNames.members.contains(name) {
      name = lowercasedStart(owner) + uppercasedStart(name)
    }
    return startsWithDigit(name) ? "_" + name : name
  }

  /// Returns an entity's name: `order_lines` becomes `OrderLines`.
  static func entity(_ text: String) -> String {
    let name = words(of: text).map(uppercasedStart).joined()
    if name.isEmpty { return "Entity" }
    return startsWithDigit(name) ? "_" + name : name
  }

  /// Returns the singular of a name: `orderLines` becomes `orderLine`. A name without a known plural is returned as it is.
  static func singular(_ name: String) -> String {
    let lower = name.lowercased()
    func ends(_ endings: [String]) -> Bool { endings.contains(where: lower.hasSuffix) }
    for (plural, singular) in irregular where lower.hasSuffix(plural) {
      let start = name.index(name.endIndex, offsetBy: -plural.count)
      let isCapital = name[start].isUppercase
      return name[..<start] + (isCapital ? uppercasedStart(singular) : singular)
    }
    if ends(["series", "species", "news", "lens"]) { return name }
    if ends(["sses", "shes", "branches", "watches", "matches", "batches", "xes", "tuses", "buses"])
    {
      return String(name.dropLast(2))
    }
    if ends(["ies"]), !ends(["movies", "cookies"]), name.count > 4 {
      return name.dropLast(3) + "y"
    }
    return ends(["s"]) && !ends(["ss", "us", "is"]) && name.count > 2
      ? String(name.dropLast()) : name
  }

  /// Returns the plural of a name: `orderLine` becomes `orderLines`. The plural of a word in -s is the word itself.
  static func plural(_ name: String) -> String {
    if singular(name) != name || name.hasSuffix("s") && !name.hasSuffix("ss") { return name }
    for (plural, singular) in irregular where name.lowercased().hasSuffix(singular) {
      return String(name.dropLast(singular.count - 1)) + plural.dropFirst()
    }
    if name.hasSuffix("y"), !"aeiou".contains(name.dropLast().last ?? "a") {
      return name.dropLast() + "ies"
    }
    let isSibilant = ["ss", "x", "ch", "sh"].contains { name.hasSuffix($0) }
    return name + (isSibilant ? "es" : "s")
  }

  /// The plurals of words that do not follow the rules.
  private static let irregular = [("people", "person"), ("children", "child")]

  /// Returns the name. If it is already used, a number is appended. The comparison ignores case.
  mutating func unique(_ name: String) -> String {
    var unique = name
    var number = 2
    while !taken.insert(unique.lowercased()).inserted {
      unique = "\(name)\(number)"
      number += 1
    }
    return unique
  }

  /// Reserves a name.
  mutating func take(_ name: String) { taken.insert(name.lowercased()) }

  /// Returns the words of a text, which are sequences of letters and digits. A text in capitals is converted to
  /// lowercase.
  private static func words(of text: String) -> [String] {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.flatMap {
      $0.split(separator: "_")
    }
    let isShouted = !text.contains(where: \.isLowercase)
    return words.map { isShouted ? $0.lowercased() : String($0) }
  }

  private static func startsWithDigit(_ name: String) -> Bool { name.first?.isNumber ?? false }

  private static func uppercasedStart(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `URLName` becomes `urlName`, `ID` becomes `id`.
  static func lowercasedStart(_ word: String) -> String {
    let capitals = word.prefix(while: \.isUppercase)
    // The last of several capitals starts the next word.
    let count =
      capitals.count > 1 && capitals.count < word.count
      ? capitals.count - 1 : capitals.count
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }
}

/// The keys in data; each belongs to one declaration.
struct ImportKeys {
  private var taken: Set<String>

  /// - Parameter names: Names that are keys or might become keys.
  init(_ names: [String] = []) { taken = Set(names) }

  /// Reserves a name.
  mutating func take(_ name: String) { taken.insert(name) }

  /// Returns the key of a declaration that has another name in the file. Returns `nil` if the key is empty or already
  /// used. The name then serves as the key.
  mutating func key(_ key: String, of name: String) -> String? {
    if key != name, !key.isEmpty, taken.insert(key).inserted { return key }
    taken.insert(name)
    return nil
  }
}
