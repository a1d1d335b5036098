extension Unicode.Scalar {
  /// Whether the scalar is a combining diacritical mark.
  var isDiacritic: Bool {
    switch value {
    case 0x300...0x36F, 0x653...0x655, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0x3099...0x309A, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// The base letter in Unicode's decomposition, or the scalar itself.
  var baseLetter: Unicode.Scalar { value < 0xC0 ? self : Self.baseLetters[self] ?? self }

  /// The letters with diacritics and their base letters.
  ///
  /// Neither the standard library nor FoundationEssentials can decompose a letter. Two characters are equal, however,
  /// if their decompositions are equal. Therefore, the table is built by combining each letter with each mark, and
  /// looking for an equal letter of a single scalar. This takes some hundredths of a second when the table is first
  /// used.
  private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    // Latin with phonetic letters (ʒ is the base of ǯ), Greek, Cyrillic and the unit sign Å; then Arabic and kana.
    addBases(
      of: [0x41...0x2AF, 0x370...0x52F, 0x1E00...0x1FFF, 0x212B...0x212B], marks: 0x300...0x345,
      to: &bases)
    addBases(of: [0x620...0x6D5], marks: 0x653...0x655, to: &bases)
    addBases(of: [0x3041...0x30FF], marks: 0x3099...0x309A, to: &bases)
    // Struck-out signs, such as ≠.
    addBases(
      of: [0x3C...0x3E, 0x2190...0x2AFF], marks: 0x338...0x338, to: &bases,
      where: { !$0.properties.isAlphabetic })
    // A letter with two marks decomposes in two steps.
    return bases.mapValues { first in
      var base = first
      while let next = bases[base] { base = next }
      return base
    }
  }()

  private static func addBases(
    of blocks: [ClosedRange<UInt32>], marks: ClosedRange<UInt32>,
    to bases: inout [Unicode.Scalar: Unicode.Scalar],
    where isBase: (Unicode.Scalar) -> Bool = \.properties.isAlphabetic
  ) {
    let letters = blocks.joined().compactMap(Unicode.Scalar.init).filter(isBase)
    // Some letters have two code points: ά is U+03AC and U+1F71.
    let composed = Dictionary(grouping: letters.filter { $0.value >= 0xC0 }, by: Character.init)
    for letter in letters {
      for mark in marks.compactMap(Unicode.Scalar.init) {
        let text = String(String.UnicodeScalarView([letter, mark]))
        guard let character = text.first else { continue }
        // Keep the first base, since ι also has two code points.
        for scalar in composed[character] ?? [] where bases[scalar] == nil {
          bases[scalar] = letter
        }
      }
    }
  }
}
