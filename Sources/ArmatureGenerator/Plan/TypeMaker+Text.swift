import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// MARK: Text

extension TypeMaker {
  /// Creates texts with a number of characters: usually words, sometimes characters that programs often handle wrongly.
  init(textsOf lengths: LengthRange) {
    self.init { random in
      let count = lengths.length(usual: 24, long: 300, &random)
      return .string(Self.text(count, &random))
    }
    kept = .length
    notable = Self.notableTexts.map { .string($0) }
  }

  /// Creates texts that match a pattern, with an allowed length if possible.
  init(textsOf pattern: TextPattern.Sampler, _ lengths: LengthRange) {
    let low = max(lengths.minimum, pattern.minimum)
    // Several scalars can form one character.
    let high = max(low, min(lengths.maximum ?? low + 24, pattern.maximum ?? Int.max))
    let isFree = lengths.minimum <= pattern.minimum && lengths.maximum == nil
    self.init { random in
      let least = random.oneIn(8) ? high : low + random.below(min(high - low, 24) + 1)
      return .string(pattern.text(length: (isFree ? low : least)...max(least, high), &random))
    }
    kept = isFree ? [.pattern, .length] : .pattern
  }

  private static func text(_ count: Int, _ random: inout SplitMix64) -> String {
    var text = ""
    text.reserveCapacity(count)
    if !random.oneIn(8) {
      var previous: UInt8 = 0x20
      for position in 0..<count {
        // Spaces do not occur at the beginning or end of a text, and are never adjacent.
        let isBlank = previous != 0x20 && position + 1 < count && random.oneIn(7)
        previous = isBlank ? 0x20 : letters[random.below(letters.count)]
        text.unicodeScalars.append(Unicode.Scalar(previous))
      }
      return text
    }
    let characters = alphabets[random.below(alphabets.count)]
    for _ in 0..<count { text += characters[random.below(characters.count)] }
    return text
  }

  private static let letters = Array(
    "eeeeeaaaaiiiooonnnnrrrrttttlllsssduukmgcbpyhvfwzjxqETAOSR".utf8)

  /// Each element is one character, both alone and after any other element of its list.
  private static let alphabets: [[String]] = [
    ["é", "ü", "ß", "ñ", "Å", "ø", "č", "ł", "ı", "İ"],
    ["e\u{301}", "o\u{308}", "n\u{303}", "a\u{30A}\u{323}", "x\u{302}\u{308}"],
    ["א", "ב", "ג", "ש", "ל", "ע", "ر", "ب", "م", "ل"],
    ["中", "文", "の", "カ", "한", "글", "𠮷"],
    ["😀", "👨‍👩‍👧", "🇩🇪", "👍🏽", "❤️", "🏴‍☠️"],
    ["\"", "\\", "/", "<", ">", "&", "'", "%", "$", ";", "=", "{", "}", ",", "|", "0"],
  ]

  private static let notableTexts = [
    "", "a", " ", "null", "0", "-1", "true", "O'Brien", "e\u{301}", "é", "a\u{0}b", "\t", "\n",
    "שלום, world", "مرحبا", "👨‍👩‍👧", "ﬁ", "ſ", "İstanbul", "=1+1", "<b>&amp;</b>", "../..", "%s",
    "\u{FEFF}x",
    "Zalgo a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "a\r\nb",
  ]
}

extension ValidationRule {
  /// Returns a sampler for the rule's pattern; `nil` for other rules.
  var sampler: TextPattern.Sampler? {
    if case .pattern(let source) = requirement { TextPattern.Sampler(source) } else { nil }
  }
}

// MARK: Identifiers

extension SplitMix64 {
  /// A UUID of version 4.
  mutating func uuid() -> UUID {
    let high = next() & ~0xF000 | 0x4000
    let low = next() & ~(3 << 62) | 1 << 63
    // Both types have sixteen bytes, and every bit pattern is a valid `uuid_t`.
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }

  /// Returns an absolute URL with an authority.
  mutating func url() -> URL {
    let host = ["example.com", "www.example.org:8080", "localhost", "192.0.2.1"]
    let path = ["", "/", "/a/b.html", "/a%20b", "/%C3%A9", "/search?q=a+b&page=2", "/#top"]
    let number = below(1_000_000)
    let text = "https://\(host[below(host.count)])/\(number)\(path[below(path.count)])"
    return URL(string: text) ?? URL(filePath: "/\(number)")
  }
}
