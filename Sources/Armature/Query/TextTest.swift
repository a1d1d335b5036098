import ArmatureModel

/// A comparison of strings with a constant, prepared for many strings.
///
/// Its memory is freed by `deallocate`: as plain data, a test counts no references.
struct TextTest {
  private let comparison: FetchPredicate.Comparison
  private let options: FetchPredicate.Options
  /// The constant with the options applied.
  private let constant: UnsafeMutableBufferPointer<UInt8>
  private let words: InlineText?
  private let pattern: Unmanaged<Pattern>?

  private final class Pattern {
    let pattern: TextPattern
    init(_ pattern: TextPattern) { self.pattern = pattern }
  }

  /// Fails for a comparison of other types, and for an invalid pattern.
  init?(
    _ comparison: FetchPredicate.Comparison, _ constant: String, _ options: FetchPredicate.Options
  ) {
    var pattern: Unmanaged<Pattern>?
    switch comparison {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .beginsWith, .endsWith,
      .contains:
      break
    case .like, .matches:
      guard let compiled = try? TextPattern(constant, comparison, options) else { return nil }
      pattern = .passRetained(Pattern(compiled))
    case .in, .between, .search: return nil
    }
    self.comparison = comparison
    self.options = options
    self.pattern = pattern
    let bytes = Array(constant.folded(options).utf8)
    self.constant = .copy(of: bytes)
    words = options.isEmpty ? InlineText(String(decoding: bytes, as: UTF8.self)) : nil
  }

  func deallocate() {
    constant.free()
    pattern?.release()
  }

  /// Returns whether the comparison holds for a string.
  @inline(__always) func holds(_ text: UnsafePointer<String>) -> Bool {
    if comparison == .equal || comparison == .notEqual, let words,
      let other = InlineText(at: text)
    {
      return (words == other) == (comparison == .equal)
    }
    return holdsForBytes(text)
  }

  @inline(never) private func holdsForBytes(_ text: UnsafePointer<String>) -> Bool {
    if let pattern {
      return pattern._withUnsafeGuaranteedRef { pattern in
        pattern.pattern.matches(TextPattern.prepare(text.pointee, comparison, options))
      }
    }
    if options.isEmpty { return text.withBytes(holds) }
    var folded = text.pointee.folded(options)
    return folded.withUTF8(holds)
  }

  private func holds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let constant = UnsafeBufferPointer(constant)
    return switch comparison {
    case .equal: bytes.count == constant.count && bytes.hasPrefix(constant)
    case .notEqual: bytes.count != constant.count || !bytes.hasPrefix(constant)
    case .less: bytes.lexicographicallyPrecedes(constant)
    case .lessOrEqual: !constant.lexicographicallyPrecedes(bytes)
    case .greater: constant.lexicographicallyPrecedes(bytes)
    case .greaterOrEqual: !bytes.lexicographicallyPrecedes(constant)
    case .beginsWith: bytes.hasPrefix(constant)
    case .endsWith:
      bytes.count >= constant.count
        && UnsafeBufferPointer(rebasing: bytes.suffix(constant.count)).hasPrefix(constant)
    case .contains: bytes.contains(constant)
    case .between, .in, .like, .matches, .search: false
    }
  }
}

/// The two words of a string that Swift stores inline. Two such strings have the same bytes exactly if their words
/// are equal.
private struct InlineText: Equatable {
  private let first: UInt64
  private let last: UInt64

  init?(_ text: String) {
    guard let short = withUnsafePointer(to: text, { InlineText(at: $0) }) else { return nil }
    self = short
  }

  @inline(__always) init?(at text: UnsafePointer<String>) {
    guard MemoryLayout<String>.size == 16 else { return nil }
    let memory = UnsafeRawPointer(text)
    first = memory.load(as: UInt64.self)
    last = memory.load(fromByteOffset: 8, as: UInt64.self)
    // An inline string, ASCII or not.
    guard last >> 60 == 0xE || last >> 60 == 0xA else { return nil }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func hasPrefix(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    if part.count > count { return false }
    var offset = 0
    while offset < part.count {
      if self[offset] != part[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Returns whether the bytes contain a part: searches its first byte, then compares the rest.
  fileprivate func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= count, let start = baseAddress else { return false }
    for offset in 0...(count - part.count) where start[offset] == first {
      if UnsafeBufferPointer(start: start + offset, count: part.count).hasPrefix(part) {
        return true
      }
    }
    return false
  }
}
