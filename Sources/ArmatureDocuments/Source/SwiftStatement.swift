import ArmatureModel

/// A call that is followed by chained calls: `Attribute("price", Decimal.self).range(0...)`. It takes as many lines as
/// it needs.
struct SwiftStatement {
  /// The name of the type or function.
  let name: String
  /// The arguments in parentheses.
  var arguments: [String]
  /// The lines in braces; `nil` without braces.
  var body: [String]?
  /// The text after the opening brace: a closure's parameter.
  var parameter = ""
  /// The chained calls.
  private var calls: [Call] = []
  /// The text of the comment above the statement.
  private var note: String?

  private struct Call {
    /// The name, or the whole call if it ends with braces.
    let name: String
    let arguments: [String]
    /// The entries of a dictionary, each on a line if necessary.
    var entries: [String] = []
  }

  init(_ name: String, _ arguments: [String], body: [String]? = nil) {
    (self.name, self.arguments, self.body) = (name, arguments, body)
  }

  /// Whether nothing follows the arguments.
  var isBare: Bool { calls.isEmpty && body == nil }

  /// Adds a chained call.
  mutating func call(_ name: String, _ arguments: String...) {
    calls.append(Call(name: name, arguments: arguments))
  }

  /// Adds a chained call that ends with braces and fits into a line.
  mutating func call(_ text: String) { calls.append(Call(name: text, arguments: [])) }

  /// Adds a chained call without the arguments that are `nil`.
  mutating func call(_ name: String, _ arguments: [String?]) {
    calls.append(Call(name: name, arguments: arguments.compactMap(\.self)))
  }

  /// Adds a chained call that takes a dictionary.
  mutating func call(_ name: String, entries: [String: String]) {
    let texts = entries.sorted { $0.key < $1.key }.map {
      "\($0.key.swiftLiteral): \($0.value.swiftLiteral)"
    }
    calls.append(Call(name: name, arguments: [], entries: texts))
  }

  /// Adds the calls that come last in each declaration.
  ///
  /// - Parameter key: The key in data. It is omitted if it equals the name.
  mutating func callLast(
    key: String?, of name: String, renamedFrom old: String?, version: String?,
    silencing codes: [ModelIssue.Code], userInfo: [String: String]
  ) {
    if let key, key != name { call("key", key.swiftLiteral) }
    if let old { call("renamed", "from: \(old.swiftLiteral)") }
    if let version { call("version", version.swiftLiteral) }
    if !codes.isEmpty { call("silencing", codes.map { ".\($0)" }) }
    var userInfo = userInfo
    note = userInfo.removeValue(forKey: SwiftSource.noteKey)
    if !userInfo.isEmpty { call("userInfo", entries: userInfo) }
  }

  /// Returns the lines of the comment above the statement.
  func comment(indent: Int) -> [String] {
    guard let words = note?.displayEscaped().split(separator: " ") else { return [] }
    var lines: [String] = []
    for word in words {
      if let last = lines.last, indent + last.count + 1 + word.count <= SwiftLines.width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append("// \(word)")
      }
    }
    return lines
  }

  /// Returns the lines with an indentation, with the comment first.
  func lines(indent: Int) -> [String] { comment(indent: indent) + statement(indent: indent) }

  private func statement(indent: Int) -> [String] {
    // Empty braces belong to the call.
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
      // If something follows, the parenthesis is on a separate line.
      if isBraced || !calls.isEmpty {
        lines.append(isBraced ? ")" + brace : end)
      } else {
        lines[lines.count - 1] += end
      }
    } else {
      lines = [isBraced ? head + brace : head]
    }
    if isBraced, let body { lines += body.map { "  \($0)" } + ["}"] }
    // After a brace or parenthesis, calls are not indented; otherwise they stand below the first dot.
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
    if call.name.hasSuffix("}") { return ".\(call.name)" }
    let inner =
      call.entries.isEmpty
      ? call.arguments.joined(separator: ", ") : "[\(call.entries.joined(separator: ", "))]"
    return ".\(call.name)(\(inner))"
  }

  private static func lines(of call: Call, _ text: String, isLast: Bool, indent: Int) -> [String] {
    if call.entries.isEmpty {
      var lines = SwiftLines.broken(text, indent: indent)
      // If something follows, the parenthesis is on a separate line, unless a bracket precedes it.
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

/// Swift source of an entity in the dynamic tier.
struct SwiftEntity {
  let name: String
  /// The lines of the declaration, without indentation.
  let lines: [String]
  /// Whether the source uses Foundation.
  let needsFoundation: Bool

  /// The indentation of the body. It is inside the model or function, and inside the entity itself.
  private static let indent = 4

  /// - Parameters:
  ///   - objectClass: The name of the objects' class; `nil` for the default.
  ///   - composites: The structs for the entity's composites.
  init(
    _ entity: EntityDescription, objectClass: String? = nil,
    composites: SwiftComposites = SwiftComposites()
  ) {
    name = entity.name
    var arguments = [entity.name.swiftLiteral]
    if let objectClass { arguments.append("class: \(objectClass).self") }
    if let parent = entity.parent { arguments.append("parent: \(parent.swiftLiteral)") }
    if entity.isAbstract { arguments.append("isAbstract: true") }
    if let configurations = Self.configurations(of: entity) { arguments.append(configurations) }
    var body = SwiftBody(of: entity, composites: composites, indent: Self.indent)
    for property in entity.ownProperties { body.add(property) }
    for constraint in entity.uniquenessConstraints where entity.attributeSaying(constraint) == nil {
      body.add(constraint)
    }
    for index in entity.indexes { body.add(index) }
    for template in entity.fetchTemplates { body.add(template) }
    for rule in entity.rules { body.add(rule) }
    var statement = SwiftStatement("Entity", arguments, body: body.lines)
    statement.callLast(of: entity)
    lines = statement.lines(indent: Self.indent - 2)
    needsFoundation = body.needsFoundation
  }

  /// Returns the argument with the configurations; `nil` without configurations.
  static func configurations(of entity: EntityDescription) -> String? {
    let names = entity.configurations.map(\.swiftLiteral).joined(separator: ", ")
    return names.isEmpty ? nil : "in: \(names)"
  }
}

extension SwiftStatement {
  /// Adds the modifiers after an entity's body.
  mutating func callLast(of entity: EntityDescription) {
    if let key = entity.discriminator { call("discriminator", key.swiftLiteral) }
    if let value = entity.discriminatorValue {
      call("discriminator", "value: \(SwiftLiteral.text(value))")
    }
    callLast(
      key: entity.key, of: entity.name, renamedFrom: entity.renamingIdentifier,
      version: entity.versionHashModifier, silencing: entity.silenced, userInfo: entity.userInfo)
  }
}
