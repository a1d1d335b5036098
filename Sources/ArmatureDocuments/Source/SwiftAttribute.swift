import ArmatureModel

/// Swift source of an attribute or an element of a composite.
struct SwiftAttribute {
  private(set) var lines: [String] = []
  private(set) var needsFoundation = false

  /// - Parameters:
  ///   - label: The name of the schema's property; `nil` outside of schemas.
  ///   - derivation: The typed call that derives the value; `nil` if it is derived from data, or not at all.
  ///   - composites: The structs for composites. A composite without a struct is declared in place.
  ///   - path: The entity, and the names that lead from its property to this one.
  init(
    _ attribute: AttributeDescription, uniqueness: ValidationRule.Severity?, label: String?,
    derivation: String? = nil, composites: SwiftComposites, path: [String], indent: Int
  ) {
    let composite = composites.typeName(at: path)
    if composite == nil, case .composite(let elements) = attribute.type.storage {
      addComposite(attribute, elements, composites, path, indent: indent)
      return
    }
    let type = attribute.type.inSource
    let typeName = "\(composite ?? attribute.nameInSource)\(attribute.isOptional ? "?" : "")"
    var statement =
      if let label {
        SwiftStatement("let \(SwiftNames.escaped(label)) = Attribute<\(typeName)>", [])
      } else {
        SwiftStatement("Attribute", [attribute.name.swiftLiteral, "\(typeName).self"])
      }
    addDefault(of: attribute, to: &statement)
    if let cases = attribute.type.cases { addCases(cases, type, to: &statement) }
    let others = attribute.declaredRules.compactMap { add($0, type, to: &statement) }
    if !others.isEmpty {
      // Rules without a modifier are written as data in braces. A schema's property takes braces only after its name.
      if label != nil { statement.arguments = [attribute.name.swiftLiteral] }
      statement.body = others.flatMap { SwiftLines.broken($0, indent: indent + 2) }
    }
    addRoles(of: attribute, uniqueness, derivation, to: &statement)
    lines = statement.lines(indent: indent)
  }

  /// Adds a composite with its elements declared in place.
  private mutating func addComposite(
    _ attribute: AttributeDescription, _ elements: [AttributeDescription],
    _ composites: SwiftComposites, _ path: [String], indent: Int
  ) {
    var body: [String] = []
    for element in elements {
      let source = SwiftAttribute(
        element, uniqueness: nil, label: nil, composites: composites, path: path + [element.name],
        indent: indent + 2)
      body += source.lines
      needsFoundation = needsFoundation || source.needsFoundation
    }
    var statement = SwiftStatement("Composite", [attribute.name.swiftLiteral], body: body)
    if attribute.isOptional { statement.call("optional") }
    statement.callLast(
      key: attribute.key, of: attribute.name, renamedFrom: attribute.renamingIdentifier,
      version: attribute.versionHashModifier, silencing: attribute.silenced,
      userInfo: attribute.userInfo)
    lines = statement.lines(indent: indent)
  }

  private mutating func addDefault(
    of attribute: AttributeDescription, to statement: inout SwiftStatement
  ) {
    switch attribute.defaultValue {
    case .now: statement.call("default", ".now")
    case .uuid: statement.call("default", ".uuid")
    case .uuidv7: statement.call("default", ".uuidv7")
    case .constant(let value):
      if let text = text(value, attribute.type) { statement.call("default", text) }
    case .computed, nil: break
    }
  }

  private mutating func addCases(
    _ cases: [AttributeValue], _ type: AttributeType, to statement: inout SwiftStatement
  ) {
    let texts = cases.compactMap { text($0, type) }
    if texts.count == cases.count { statement.call("oneOf", "[\(texts.joined(separator: ", "))]") }
  }

  private mutating func text(_ value: AttributeValue, _ type: AttributeType) -> String? {
    let literal = SwiftLiteral(value, type)
    guard let text = literal.text else { return nil }
    needsFoundation = needsFoundation || literal.needsFoundation
    return text
  }

  /// Adds a rule as a modifier. If no modifier exists for the rule, returns the rule as data.
  private mutating func add(
    _ rule: ValidationRule, _ type: AttributeType, to statement: inout SwiftStatement
  ) -> String? {
    guard rule.condition == nil else { return data(rule, type) }
    let rest = [
      rule.severity == .warning ? "severity: .warning" : nil,
      rule.message.map { "message: \($0.swiftLiteral)" },
    ]
    switch rule.requirement {
    case .required where rule.severity == .warning: statement.call("required", "severity: .warning")
    case .length(let least, let most):
      statement.call("length", [Self.bounds(least.map { "\($0)" }, most.map { "\($0)" })] + rest)
    case .range(let least, let most, let excludes):
      let texts = [least, most].map { value in value.flatMap { bound($0, type) } }
      guard (texts[0] == nil) == (least == nil), (texts[1] == nil) == (most == nil),
        least != nil || most != nil
      else {
        return data(rule, type)
      }
      statement.call("range", [Self.bounds(texts[0], texts[1], excludes)] + rest)
    case .pattern(let pattern): statement.call("matching", [pattern.swiftLiteral] + rest)
    case .format(let format): statement.call("format", [".\(format)"] + rest)
    case .schema(let schema):
      guard let text = text(.json(schema), .json) else { return nil }
      statement.call("schema", [text] + rest)
    case .membership(let values):
      let texts = values.compactMap { text($0, type) }
      guard texts.count == values.count else { return nil }
      statement.call("oneOf", ["[\(texts.joined(separator: ", "))]"] + rest)
    case .required, .custom, .unique, .count, .predicate, .document: return nil
    }
    return nil
  }

  /// Returns a bound in the attribute's type; `nil` if it has another type.
  private mutating func bound(_ value: AttributeValue, _ type: AttributeType) -> String? {
    switch (value, type) {
    case (.int(let number), .int16), (.int(let number), .int32), (.int(let number), .int64):
      guard type.integerBounds?.contains(number) == true else { return nil }
    case (.double, .double), (.double, .float), (.decimal, .decimal), (.date, .date),
      (.string, .string):
      break
    case (.calendarDate, .calendarDate): break
    default: return nil
    }
    return text(value, type)
  }

  private static func bounds(_ least: String?, _ most: String?, _ excludesMost: Bool = false)
    -> String
  {
    let most = most.map { $0.hasPrefix("-") || $0.contains(" ") ? "(\($0))" : $0 }
    let least = least.map { $0.contains(" ") ? "(\($0))" : $0 }
    return (least ?? "") + (excludesMost ? "..<" : "...") + (most ?? "")
  }

  /// Returns a rule as data.
  private mutating func data(_ rule: ValidationRule, _ type: AttributeType) -> String? {
    var data = SwiftPredicateData()
    guard let requirement = data.text(rule.requirement) else { return nil }
    var text = "ValidationRule(\(requirement)"
    if rule.severity == .warning { text += ", severity: .warning" }
    if let condition = rule.condition { text += ", when: \(data.text(condition))" }
    if let message = rule.message { text += ", message: \(message.swiftLiteral)" }
    needsFoundation = needsFoundation || data.needsFoundation
    return text + ")"
  }

  private mutating func addRoles(
    of attribute: AttributeDescription, _ uniqueness: ValidationRule.Severity?,
    _ words: String?, to statement: inout SwiftStatement
  ) {
    if attribute.isIdentifying {
      statement.call("identifying")
    } else if let uniqueness {
      statement.call("unique", [uniqueness == .warning ? "severity: .warning" : nil])
    }
    if attribute.isTransient { statement.call("transient") }
    if attribute.allowsExternalBinaryDataStorage { statement.call("storedExternally") }
    if let words {
      statement.call(words)
    } else if let derivation = attribute.derivation {
      var data = SwiftPredicateData()
      statement.call("derived", "from: \(data.text(derivation))")
      needsFoundation = needsFoundation || data.needsFoundation
    }
    statement.callLast(
      key: attribute.key, of: attribute.name, renamedFrom: attribute.renamingIdentifier,
      version: attribute.versionHashModifier, silencing: attribute.silenced,
      userInfo: attribute.userInfo)
  }
}
