/// Names of modules, made of names of folders.
enum ModuleName {
  /// A name that the compiler and the package manager take: letters and digits, a capital first, so that it is
  /// no keyword; `Shop` where nothing else is left.
  static func of(_ folder: String) -> String {
    let scalars = folder.compactMap(scalar).drop { ("0"..."9").contains($0) }
    var name = String(String.UnicodeScalarView(scalars))
    let capital = name.prefix(1).uppercased().unicodeScalars
    if capital.allSatisfy(isAllowed) { name = String(capital) + name.dropFirst() }
    return name.isEmpty || taken.contains(name) || name.hasPrefix("Armature") ? "Shop" : name
  }

  /// A module that is called like one of those it imports cannot be built, nor one like a type of the language
  /// that is a keyword.
  private static let taken: Set = [
    "Any", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl",
    "Observation", "Self",
    "Swift", "Synchronization", "TestSupport", "Testing", "XCTest",
  ]

  /// The character as one scalar that names may have; `nil` for any other.
  private static func scalar(_ character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    if scalars.count == 1 { return scalars.first.flatMap { isAllowed($0) ? $0 : nil } }
    // Folders may be called by letters with their marks apart: equal characters are the same letter.
    return letters.lazy.filter { $0.count < 1000 }.joined().lazy.compactMap(Unicode.Scalar.init)
      .first { Character($0) == character }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || letters.contains { $0.contains(scalar.value) }
  }

  /// The letters that stay in the name of a module: of those that Swift takes, the package manager replaces any
  /// that C99 did not know (annex D), and is then without the module.
  private static let letters: [ClosedRange<UInt32>] = [
    0x41...0x5A, 0x61...0x7A,
    // Latin
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x1F5, 0x1FA...0x217, 0x1E00...0x1E9B, 0x1EA0...0x1EF9,
    // Greek and Cyrillic
    0x388...0x38A, 0x38C...0x38C, 0x38E...0x3A1, 0x3A3...0x3CE, 0x401...0x40C, 0x40E...0x44F,
    0x451...0x45C,
    0x45E...0x481, 0x490...0x4C4,
    // Armenian, Hebrew, Arabic, Thai, Georgian
    0x531...0x556, 0x561...0x587, 0x5D0...0x5EA, 0x621...0x63A, 0x641...0x64A, 0xE01...0xE2E,
    0x10D0...0x10F6,
    // Kana, Chinese, Korean
    0x3041...0x3093, 0x30A1...0x30F6, 0x4E00...0x9FA5, 0xAC00...0xD7A3,
  ]
}
