/// URIs and JSON Pointers.
extension FormatScanner {
  /// Returns whether the rest is a URI, or a reference without a scheme.
  func isURI(needsScheme: Bool) -> Bool {
    var path = self
    if let beforeFragment = path.takePart(before: "#") {
      guard path.isOf(part: "/?") else { return false }
      path = beforeFragment
    }
    if let beforeQuery = path.takePart(before: "?") {
      guard path.isOf(part: "/?") else { return false }
      path = beforeQuery
    }
    // Before the first slash, a colon ends a scheme.
    let first = path.rest.prefix { $0 != 0x2F }
    if first.contains(0x3A) {
      guard let scheme = path.takePart(before: ":"), scheme.isScheme else { return false }
    } else if needsScheme {
      return false
    }
    if path.take("//") {
      let authority = path.rest.prefix { $0 != 0x2F }
      path.rest = path.rest[authority.endIndex...]
      guard FormatScanner(authority).isAuthority else { return false }
    }
    return path.isOf(part: "/")
  }

  private var isScheme: Bool {
    rest.first?.isASCIILetter ?? false
      && rest.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0.isOne(of: "+-.") }
  }

  private var isAuthority: Bool {
    var host = self
    if let user = host.takePart(before: "@"), !user.isOf(name: ":") { return false }
    if host.take("[") {
      guard let address = host.takePart(before: "]"), address.isLiteralAddress else { return false }
    } else {
      let name = host.rest.prefix { $0 != 0x3A }
      host.rest = host.rest[name.endIndex...]
      guard FormatScanner(name).isOf(name: "") else { return false }
    }
    return host.isAtEnd || host.take(":") && host.rest.allSatisfy(\.isASCIIDigit)
  }

  /// Whether the text is the content of brackets: an IPv6 address, or one of a later version.
  private var isLiteralAddress: Bool {
    var address = self
    guard address.take("v", "V") else { return isIPv6 }
    guard let version = address.takePart(before: "."), !version.isAtEnd, !address.isAtEnd else {
      return false
    }
    return version.rest.allSatisfy(\.isASCIIHexDigit) && !address.rest.contains(0x25)
      && address.isOf(name: ":")
  }

  /// Returns whether the text has only characters of a path segment, or others that are listed.
  private func isOf(part others: StaticString) -> Bool {
    isOf { $0.isOne(of: ":@") || $0.isOne(of: others) }
  }

  /// Returns whether the text has only characters of a name, or others that are listed.
  private func isOf(name others: StaticString) -> Bool { isOf { $0.isOne(of: others) } }

  private func isOf(others: (UInt8) -> Bool) -> Bool {
    var text = rest
    while let byte = text.popFirst() {
      if byte == 0x25 {
        guard text.popFirst()?.isASCIIHexDigit ?? false, text.popFirst()?.isASCIIHexDigit ?? false
        else {
          return false
        }
      } else if !byte.isASCIILetter, !byte.isASCIIDigit, !byte.isOne(of: "-._~!$&'()*+,;="),
        !others(byte)
      {
        return false
      }
    }
    return true
  }

  /// Takes a JSON Pointer that ends the text.
  mutating func takeJSONPointer() -> Bool {
    guard isAtEnd || rest.first == 0x2F else { return false }
    while let byte = rest.popFirst() {
      if byte == 0x7E, !take("0", "1") { return false }
    }
    return true
  }

  /// Takes a JSON Pointer that starts with a number of levels, or the sign of a key after it.
  mutating func takeRelativeJSONPointer() -> Bool {
    let isZero = rest.first == 0x30
    let count = takeAll(where: \.isASCIIDigit)
    guard count == 1 || count > 1 && !isZero else { return false }
    return take("#") ? isAtEnd : takeJSONPointer()
  }
}
