import ArmatureModel

/// Converts `CHECK` conditions to rules.
struct TableRules {
  /// The attributes of the columns, by lowercase name.
  let attributes: [String: AttributeDescription]
  let site: DeclarationSite
  /// The rules of attributes, by attribute name.
  private(set) var ofAttributes: [String: [ValidationRule]] = [:]
  /// Rules of the entity.
  private(set) var ofEntity: [ValidationRule] = []
  /// The conditions without an equivalent rule.
  private(set) var others: [String] = []

  private struct Bounds {
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var excludesMaximum = false
    var excludesMinimum = false
    var shortest: Int?
    var longest: Int?
  }

  init(
    _ checks: [[TableToken]], _ attributes: [String: AttributeDescription], site: DeclarationSite
  ) {
    (self.attributes, self.site) = (attributes, site)
    for check in checks where !read(check) { others.append(TableToken.text(check)) }
  }

  /// Reads a condition; returns false if no rule is equivalent.
  private mutating func read(_ tokens: [TableToken]) -> Bool {
    guard let check = TableCondition(tokens) else { return false }
    var bounds: [String: Bounds] = [:]
    var order: [String] = []
    var (memberships, rules) = ([(String, ValidationRule)](), [ValidationRule]())
    for part in check.parts {
      switch part {
      case .membership(let column, let literals):
        guard let attribute = attribute(column) else { return false }
        let values = literals.compactMap { $0.value(as: attribute.type) }.withoutRepetition
        guard !values.isEmpty, values.count == Set(values).count else { return false }
        // A list of both Boolean values restricts nothing.
        if attribute.type == .bool, values.count == 2 { continue }
        memberships.append((attribute.name, ValidationRule(.membership(values), site: site)))
      case .comparison(.column(let left), let sign, .column(let right)):
        guard let rule = rule(left, sign, right) else { return false }
        rules.append(rule)
      case .comparison(let left, let sign, .literal(let literal)):
        guard let name = add(left, sign, literal, &bounds) else { return false }
        if !order.contains(name) { order.append(name) }
      case .comparison(.literal(let literal), let sign, let right):
        guard let name = add(right, Self.reversed(sign), literal, &bounds) else { return false }
        if !order.contains(name) { order.append(name) }
      case .comparison: return false
      }
    }
    for (name, rule) in memberships { ofAttributes[name, default: []].append(rule) }
    for name in order { finish(name, bounds[name] ?? Bounds()) }
    ofEntity += rules
    return true
  }

  private func attribute(_ column: String) -> AttributeDescription? {
    attributes[column.lowercased()]
  }

  private static func reversed(_ sign: String) -> String {
    sign.replacing("<", with: "\u{0}").replacing(">", with: "<").replacing("\u{0}", with: ">")
  }

  /// Narrows the bounds of a column, and returns the name of its attribute. Returns `nil` if the comparison is not a
  /// bound.
  private func add(
    _ operand: TableCondition.Operand, _ sign: String, _ literal: TableLiteral,
    _ all: inout [String: Bounds]
  ) -> String? {
    switch operand {
    case .length(let column):
      guard let attribute = attribute(column), attribute.type == .string,
        case .int(let count)? = literal.value(as: .int64), 0...1_000_000_000 ~= count
      else { return nil }
      let length = Int(count)
      switch sign {
      case ">=": all[attribute.name, default: Bounds()].shortest = length
      case ">": all[attribute.name, default: Bounds()].shortest = length + 1
      case "<=": all[attribute.name, default: Bounds()].longest = length
      case "<":
        guard length > 0 else { return nil }
        all[attribute.name, default: Bounds()].longest = length - 1
      default:
        all[attribute.name, default: Bounds()].shortest = length
        all[attribute.name, default: Bounds()].longest = length
      }
      return attribute.name
    case .column(let column):
      guard let attribute = attribute(column), attribute.type.isNumeric,
        let value = literal.value(as: attribute.type)
      else { return nil }
      var bounds = all[attribute.name] ?? Bounds()
      switch sign {
      case ">=": (bounds.minimum, bounds.excludesMinimum) = (value, false)
      case ">": (bounds.minimum, bounds.excludesMinimum) = (value, true)
      case "<=": (bounds.maximum, bounds.excludesMaximum) = (value, false)
      case "<": (bounds.maximum, bounds.excludesMaximum) = (value, true)
      default: (bounds.minimum, bounds.maximum) = (value, value)
      }
      all[attribute.name] = bounds
      return attribute.name
    case .literal: return nil
    }
  }

  private mutating func finish(_ name: String, _ bounds: Bounds) {
    var bounds = bounds
    if bounds.shortest != nil || bounds.longest != nil {
      ofAttributes[name, default: []].append(
        ValidationRule(.length(minimum: bounds.shortest, maximum: bounds.longest), site: site))
    }
    if let minimum = bounds.minimum, bounds.excludesMinimum {
      if case .int(let number) = minimum, number < .max {
        bounds.minimum = .int(number + 1)
      } else {
        ofEntity.append(ImportRule.value(at: [name], isGreaterThan: minimum, site: site))
        bounds.minimum = nil
      }
    }
    guard bounds.minimum != nil || bounds.maximum != nil else { return }
    ofAttributes[name, default: []].append(
      ValidationRule(
        .range(
          minimum: bounds.minimum, maximum: bounds.maximum,
          excludesMaximum: bounds.excludesMaximum), site: site))
  }

  /// Returns a rule that compares two columns of the same type.
  private func rule(_ left: String, _ sign: String, _ right: String) -> ValidationRule? {
    guard let left = attribute(left), let right = attribute(right),
      left.type == right.type, left.type != .data, left.type != .bool,
      let relation = FetchPredicate.Comparison(rawValue: sign == "=" ? "==" : sign)
    else { return nil }
    let other = FetchExpression.keyPath(FetchPath([right.name]))
    let condition = FetchPredicate.or([
      .comparison(other, .equal, .constant(.null)),
      .comparison(.keyPath(FetchPath([left.name])), relation, other),
    ])
    return ImportRule.value(at: [left.name], "\(sign) \(right.name)", condition, site: site)
  }
}
