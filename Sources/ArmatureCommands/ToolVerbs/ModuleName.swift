/// Derives module names from folder names.
enum ModuleName {
  /// Returns a name that the compiler and SwiftPM accept. It consists of letters and digits, and starts with a capital
  /// so that it is not a keyword. If no characters remain, the name is `Shop`.
  static func of(_ folder: String) -> String {
    let scalars = folder.compactMap(scalar).drop { ("0"..."9").contains($0) }
    var name = String(String.UnicodeScalarView(scalars))
    let capital = name.prefix(1).uppercased().unicodeScalars
    if capital.allSatisfy(isAllowed) { name = String(capital) + name.dropFirst() }
    return name.isEmpty || taken.contains(name) || name.hasPrefix("Armature") ? "Shop" : name
  }

  /// Names that a module cannot have. They are the modules that the package imports, and types that are keywords.
  private static let taken: Set = [
    "Any", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl",
    "Observation", "Self",
    "Swift", "Synchronization", "TestSupport", "Testing", "XCTest",
  ]

  /// Returns the character as a single valid scalar; `nil` if this is impossible.
  private static func scalar(_ character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    if scalars.count == 1 { return scalars.first.flatMap { isAllowed($0) ? $0 : nil } }
    // Folder names can contain decomposed letters, which equal the composed ones.
    return letters.lazy.filter { $0.count < 1000 }.joined().lazy.compactMap(Unicode.Scalar.init)
      .first { Character($0) == character }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || letters.contains { $0.contains(scalar.value) }
  }

  /// The letters that a module name can contain. SwiftPM replaces letters that C99 (annex D) does not list, even if
  /// Swift accepts them, and then cannot find the module.
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
