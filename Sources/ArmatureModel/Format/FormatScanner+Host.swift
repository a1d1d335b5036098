/// Hosts, and mailboxes at hosts.
extension FormatScanner {
  /// Whether the rest is a host name.
  var isHost: Bool {
    // A period at the end would be followed by an empty label.
    guard rest.count <= 253 else { return false }
    return rest.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
      return first != 0x2D && last != 0x2D
        && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D }
    }
  }

  /// Whether the rest is an IPv4 address.
  var isIPv4: Bool {
    let parts = rest.split(separator: 0x2E, maxSplits: 4, omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard 1...3 ~= part.count, part.allSatisfy(\.isASCIIDigit) else { return false }
        if part.first == 0x30 { return part.count == 1 }
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
      }
  }

  /// Whether the rest is an IPv6 address.
  var isIPv6: Bool {
    guard rest.count <= 45, !hasSingleColonAtStart(rest), !hasSingleColonAtStart(rest.reversed())
    else { return false }
    var parts = rest.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return false }
    // Two colons at an edge make two empty parts, and elsewhere one.
    if parts[0].isEmpty, parts[1].isEmpty { parts.removeFirst() }
    if parts[parts.count - 1].isEmpty, parts.count > 1, parts[parts.count - 2].isEmpty {
      parts.removeLast()
    }
    var (count, gaps) = (0, 0)
    for (index, part) in parts.enumerated() {
      if part.isEmpty {
        gaps += 1
      } else if index == parts.count - 1, part.contains(0x2E) {
        guard FormatScanner(part).isIPv4 else { return false }
        count += 2
      } else {
        guard part.count <= 4, part.allSatisfy(\.isASCIIHexDigit) else { return false }
        count += 1
      }
    }
    return gaps == 0 ? count == 8 : gaps == 1 && count < 8
  }

  private func hasSingleColonAtStart(_ text: some Collection<UInt8>) -> Bool {
    text.first == 0x3A && text.dropFirst().first != 0x3A
  }

  /// Takes an email address that ends the text.
  mutating func takeEmail() -> Bool {
    guard takeMailboxName(), take("@") else { return false }
    if rest.first != 0x5B { return isHost }
    guard rest.last == 0x5D else { return false }
    rest = rest.dropFirst().dropLast()
    return take("IPv6:") ? isIPv6 : isIPv4
  }

  /// Takes the part of an email address before the sign.
  private mutating func takeMailboxName() -> Bool {
    if take("\"") {
      while let byte = rest.popFirst() {
        if byte == 0x22 { return true }
        let isEscape = byte == 0x5C
        guard let part = isEscape ? rest.popFirst() : byte, 0x20...0x7E ~= part else {
          return false
        }
      }
      return false
    }
    repeat {
      let count = takeAll {
        $0.isASCIILetter || $0.isASCIIDigit || $0.isOne(of: "!#$%&'*+-/=?^_`{|}~")
      }
      if count == 0 { return false }
    } while take(".")
    return true
  }
}
