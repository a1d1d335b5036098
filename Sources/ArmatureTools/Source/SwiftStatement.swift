import ArmatureModel

/// A call and those behind it, in as many lines as they need: `Attribute("price", Decimal.self).range(0...)`.
struct SwiftStatement {
  /// The name of what is made.
  let name: String
  /// What stands between its parentheses.
  var arguments: [String]
  /// The lines in its braces; `nil` where it has none.
  var body: [String]?
  /// What stands behind the first brace: the name of a closure's parameter.
  var parameter = ""
  /// The calls behind it.
  private var calls: [Call] = []

  private struct Call {
    let name: String
    let arguments: [String]
    /// Entries of a dictionary, which may have a line each.
    var entries: [String] = []
  }

  init(_ name: String, _ arguments: [String], body: [String]? = nil) {
    (self.name, self.arguments, self.body) = (name, arguments, body)
  }

  /// Whether nothing stands behind the arguments.
  var isBare: Bool { calls.isEmpty && body == nil }

  /// Adds a call.
  mutating func call(_ name: String, _ arguments: String...) {
    calls.append(Call(name: name, arguments: arguments))
  }

  /// Adds a call with arguments of which some may be missing.
  mutating func call(_ name: String, _ arguments: [String?]) {
    calls.append(Call(name: name, arguments: arguments.compactMap(\.self)))
  }

  /// Adds a call that takes a dictionary.
  mutating func call(_ name: String, entries: [String: String]) {
    let texts = entries.sorted { $0.key < $1.key }.map {
      "\($0.key.swiftLiteral): \($0.value.swiftLiteral)"
    }
    calls.append(Call(name: name, arguments: [], entries: texts))
  }

  /// Adds the calls that every declaration has last.
  ///
  /// - Parameter key: The key in data; the name is none of its own.
  mutating func callLast(
    key: String?, of name: String, renamedFrom old: String?, version: String?,
    silencing codes: [ModelIssue.Code], userInfo: [String: String]
  ) {
    if let key, key != name { call("key", key.swiftLiteral) }
    if let old { call("renamed", "from: \(old.swiftLiteral)") }
    if let version { call("version", version.swiftLiteral) }
    if !codes.isEmpty { call("silencing", codes.map { ".\($0)" }) }
    if !userInfo.isEmpty { call("userInfo", entries: userInfo) }
  }

  /// The lines, of which the first stands so many columns from the edge.
  func lines(indent: Int) -> [String] {
    // Braces without lines in them belong to the call.
    let end = body?.isEmpty == true ? ") {}" : ")"
    let head = "\(name)(\(arguments.joined(separator: ", "))\(end)"
    let tails = calls.map { Self.text($0) }
    let isBraced = body?.isEmpty == false
    let whole = head + tails.joined()
    if !isBraced, indent + whole.count <= SwiftLines.width { return [whole] }
    var lines: [String]
    let brace = parameter.isEmpty ? " {" : " { \(parameter)"
    let isHeadLong = indent + head.count + (isBraced ? brace.count : 0) > SwiftLines.width
    if isHeadLong {
      lines = ["\(name)("] + SwiftLines.wrapped(arguments, indent: indent + 2).map { "  \($0)" }
      // With something behind it, the parenthesis has a line of its own.
      if isBraced || !calls.isEmpty {
        lines.append(isBraced ? ")" + brace : end)
      } else {
        lines[lines.count - 1] += end
      }
    } else {
      lines = [isBraced ? head + brace : head]
    }
    if isBraced, let body { lines += body.map { "  \($0)" } + ["}"] }
    // Behind a brace or parenthesis calls stand at the edge, else below the first dot.
    let depth = isBraced || isHeadLong ? "" : "  "
    for (place, (call, text)) in zip(calls, tails).enumerated() {
      if indent + depth.count + text.count <= SwiftLines.width {
        lines.append(depth + text)
      } else {
        let isLast = place == calls.count - 1
        lines += Self.lines(of: call, text, isLast: isLast, indent: indent + depth.count)
          .map { depth + $0 }
      }
    }
    return lines
  }

  private static func text(_ call: Call) -> String {
    let inner =
      call.entries.isEmpty
      ? call.arguments.joined(separator: ", ") : "[\(call.entries.joined(separator: ", "))]"
    return ".\(call.name)(\(inner))"
  }

  private static func lines(of call: Call, _ text: String, isLast: Bool, indent: Int) -> [String] {
    if call.entries.isEmpty {
      var lines = SwiftLines.broken(text, indent: indent)
      // With something behind it, the parenthesis has a line of its own, unless a bracket is with it.
      if !isLast, let last = lines.last, lines.count > 1, last != "])" {
        lines[lines.count - 1] = String(last.dropLast())
        lines.append(")")
      }
      return lines
    }
    return [".\(call.name)(["]
      + call.entries.enumerated().map { place, entry in
        "  \(entry)\(place < call.entries.count - 1 || place > 0 ? "," : "")"
      } + ["])"]
  }
}
