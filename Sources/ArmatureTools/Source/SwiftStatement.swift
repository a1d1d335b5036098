import ArmatureModel

/// A call and those behind it, in as many lines as they need: `Attribute("price", Decimal.self).range(0...)`.
struct SwiftStatement {
  /// The name of what is made.
  let name: String
  /// What stands between its parentheses.
  let arguments: [String]
  /// The lines in its braces; `nil` where it has none.
  var body: [String]?
  /// The calls behind it.
  private var calls: [Call] = []

  private struct Call {
    let name: String
    let arguments: [String]
    /// Entries of a dictionary, which may have a line each.
    let entries: [String]
  }

  /// The most columns of a line.
  private static let width = 100

  init(_ name: String, _ arguments: [String], body: [String]? = nil) {
    (self.name, self.arguments, self.body) = (name, arguments, body)
  }

  /// Adds a call.
  mutating func call(_ name: String, _ arguments: String...) {
    calls.append(Call(name: name, arguments: arguments, entries: []))
  }

  /// Adds a call with arguments of which some may be missing.
  mutating func call(_ name: String, _ arguments: [String?]) {
    calls.append(Call(name: name, arguments: arguments.compactMap(\.self), entries: []))
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
    if !isBraced, indent + whole.count <= Self.width { return [whole] }
    var lines: [String]
    let isHeadLong = indent + head.count + (isBraced ? 2 : 0) > Self.width
    if isHeadLong {
      lines = ["\(name)("] + Self.wrapped(arguments, indent: indent + 2).map { "  \($0)" }
      // With something behind it, the parenthesis has a line of its own.
      if isBraced || !calls.isEmpty {
        lines.append(isBraced ? ") {" : end)
      } else {
        lines[lines.count - 1] += end
      }
    } else {
      lines = [isBraced ? head + " {" : head]
    }
    if isBraced, let body { lines += body.map { "  \($0)" } + ["}"] }
    // Behind a brace or parenthesis calls stand at the edge, else below the first dot.
    let depth = isBraced || isHeadLong ? "" : "  "
    for (call, text) in zip(calls, tails) {
      if indent + depth.count + text.count <= Self.width {
        lines.append(depth + text)
      } else {
        lines += Self.lines(of: call, indent: indent + depth.count).map { depth + $0 }
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

  private static func lines(of call: Call, indent: Int) -> [String] {
    if call.entries.isEmpty {
      var lines = [".\(call.name)("] + wrapped(call.arguments, indent: indent + 2).map { "  \($0)" }
      lines[lines.count - 1] += ")"
      return lines
    }
    let comma = call.entries.count > 1 ? "," : ""
    return [".\(call.name)(["]
      + call.entries.enumerated().map { place, entry in
        "  \(entry)\(place < call.entries.count - 1 ? "," : comma)"
      } + ["])"]
  }

  /// Arguments in as few lines as they fit in.
  private static func wrapped(_ arguments: [String], indent: Int) -> [String] {
    var lines: [String] = []
    for (place, argument) in arguments.enumerated() {
      let text = argument + (place < arguments.count - 1 ? "," : "")
      if let last = lines.last, indent + last.count + 1 + text.count < width {
        lines[lines.count - 1] = "\(last) \(text)"
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}
