import Armature
import ArmatureModel

/// The rules that a schema specifies for an attribute's values.
struct SchemaRules {
  private let reader: SchemaReader
  private let form: SchemaForm
  private let type: AttributeType
  /// The path to the value.
  private let path: [String]
  private(set) var ofAttribute: [ValidationRule] = []
  /// The rules that an attribute cannot express.
  private(set) var ofEntity: [ValidationRule] = []
  /// The exclusive lower bound, enforced by a rule of the entity.
  private var exclusiveLower: AttributeValue?
  /// The steps of `multipleOf`, enforced by rules of the entity.
  private var steps: [Int64] = []

  init(_ reader: SchemaReader, _ form: SchemaForm, _ type: AttributeType, path: [String]) {
    (self.reader, self.form, self.type, self.path) = (reader, form, type, path)
  }

  /// Reads all keywords except the type and keeps those without an equivalent rule.
  mutating func read(_ subject: inout SchemaSubject) {
    readValues(&subject)
    if type.isNumeric { readRange(&subject) }
    readLength(&subject)
    for member in form.keywords where !isRead(member) {
      switch member.key {
      case "pattern": readPattern(member, &subject)
      case "multipleOf": readStep(member, &subject)
      case "format": readFormat(member, &subject)
      case "minItems", "maxItems", "minLength", "maxLength":
        subject.keep(member, "but a length is not measured of \(type.swiftName) here")
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
        subject.keep(member, "but \(type.swiftName) has no bounds in a schema")
      case "additionalProperties", "unevaluatedProperties":
        subject.keep(member, "but an object has no keys other than its elements here")
      default: subject.keep(member)
      }
    }
  }

  /// Keeps all keywords about a list's elements except their type.
  func keepAll(_ subject: inout SchemaSubject) {
    var rest: [SchemaNode.Member] = []
    let words: Set<String> = ["format", "contentEncoding", "pattern", "additionalProperties"]
    for member in form.keywords where !(words.contains(member.key) && isRead(member)) {
      if type != .int64, type.isInteger, ["minimum", "maximum"].contains(member.key) { continue }
      if type == .url, member.key == "minLength" { continue }
      if member.key == "default" { continue }
      rest.append(member)
    }
    guard !rest.isEmpty else { return }
    let node = SchemaNode(.object(rest), at: form.node.offset)
    subject.keep(
      SchemaNode.Member(key: "items", offset: form.node.offset, node: node),
      "but no rule is about the elements of a list here")
  }

  /// Returns whether a keyword was already read, together with the type or with similar keywords.
  private func isRead(_ member: SchemaNode.Member) -> Bool {
    let kind = type.storage
    switch member.key {
    case "default": return true
    case "items":
      if case .list = kind { return true }
    case "properties", "required":
      if case .composite = kind { return true }
    case "additionalProperties", "unevaluatedProperties": return member.node.bool == false
    case "uniqueItems": return member.node.bool == false
    case "format": return isTypeOfFormat(member.node.text ?? "")
    case "contentEncoding": return kind == .data
    case "pattern":
      // Patterns of digits, and the patterns of this project's types.
      return kind == .decimal
        || kind != .string && SchemaReader.ownPatterns.contains { $0.pattern == member.node.text }
    case "minLength": return kind == .string || kind == .url && member.node.number == "1"
    case "maxLength": return kind == .string
    case "minItems", "maxItems":
      if case .list = kind { return true }
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": return kind.isNumeric
    case "multipleOf": return kind == .int64 && ["1", "1.0"].contains(member.node.number)
    default: break
    }
    return false
  }

  private func isTypeOfFormat(_ format: String) -> Bool {
    switch type.storage {
    case .string: return ["password", "string", "textarea"].contains(format)
    case .int16, .int32, .int64: return ["int64", "int32", "int16"].contains(format)
    case .double, .float: return ["double", "float"].contains(format)
    // A URL may be relative, and a URI must not.
    case .url: return format != TextFormat.uri.rawValue
    default: return SchemaReader.formats[format] != nil || reader.file.isOurs
    }
  }

  /// Returns whether a value satisfies the rules read so far.
  func allows(_ value: AttributeValue) -> Bool {
    if let exclusiveLower, value.compare(exclusiveLower) != .descending { return false }
    if case .int(let number) = value, steps.contains(where: { number % $0 != 0 }) { return false }
    return ofAttribute.allSatisfy { (try? $0.holds(for: value)) ?? false }
  }

  // MARK: Rules of one word

  private mutating func readValues(_ subject: inout SchemaSubject) {
    guard let nodes = form.values, !nodes.isEmpty else { return }
    let values = nodes.compactMap { type.value(of: $0) }.withoutRepetition
    if values.isEmpty {
      let member = SchemaNode.Member(
        key: "enum", offset: nodes[0].offset, node: SchemaNode(.array(nodes), at: nodes[0].offset))
      return subject.keep(member, "which are not values of \(type.swiftName)")
    }
    ofAttribute.append(ValidationRule(.membership(values), site: reader.site(nodes[0])))
  }

  private mutating func readPattern(
    _ member: SchemaNode.Member, _ subject: inout SchemaSubject
  ) {
    guard type.storage == .string, let source = member.node.text else {
      return subject.keep(member, "but only texts have patterns here")
    }
    if source.isEmpty { return }
    let dialect = reader.file.isOurs ? source : PatternDialect.translated(source)
    guard let dialect else {
      return subject.keep(
        member, "which has an escape that JSON Schema does not have, so it has no pattern here")
    }
    guard let pattern = SearchPattern.translated(dialect) else {
      return subject.keep(
        member, "whose ^ or $ is not at an edge, so it has no pattern here")
    }
    do {
      _ = try TextPattern(pattern)
      ofAttribute.append(ValidationRule(.pattern(pattern), site: reader.site(member.node)))
    } catch {
      // Report positions within the original text, unless that text alone is valid.
      let reason = "\(syntaxError(in: source) ?? error)"
      subject.keep(
        member,
        "which is not a valid pattern here: "
          + "\(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)")
    }
  }

  private mutating func readFormat(_ member: SchemaNode.Member, _ subject: inout SchemaSubject) {
    let format = member.node.text.flatMap(TextFormat.init)
    guard let format, [.string, .url].contains(type.storage) else {
      return subject.keep(member, "which is not checked here")
    }
    ofAttribute.append(ValidationRule(.format(format), site: reader.site(member.node)))
  }

  private func syntaxError(in pattern: String) -> TextPattern.SyntaxError? {
    do {
      _ = try TextPattern(pattern)
      return nil
    } catch {
      return error
    }
  }

  private mutating func readLength(_ subject: inout SchemaSubject) {
    let keys: (String, String)
    switch type.storage {
    case .string: keys = ("minLength", "maxLength")
    case .list: keys = ("minItems", "maxItems")
    default: return
    }
    let minimum = length(keys.0, &subject).flatMap { $0 > 0 ? $0 : nil }
    let maximum = length(keys.1, &subject)
    guard minimum != nil || maximum != nil else { return }
    let node = form[keys.0] ?? form[keys.1] ?? form.node
    ofAttribute.append(
      ValidationRule(.length(minimum: minimum, maximum: maximum), site: reader.site(node)))
  }

  /// Returns the narrowest length that a keyword specifies.
  private func length(_ key: String, _ subject: inout SchemaSubject) -> Int? {
    var found: Int?
    for member in form.keywords where member.key == key {
      guard let number = member.node.number.flatMap(SchemaNumber.integer),
        0...1_000_000_000_000 ~= number
      else {
        subject.keep(member, "which is not a valid length here")
        continue
      }
      found =
        found.map { key.hasPrefix("min") ? max($0, Int(number)) : min($0, Int(number)) }
        ?? Int(number)
    }
    return found
  }

  private mutating func readStep(_ member: SchemaNode.Member, _ subject: inout SchemaSubject) {
    guard type.isInteger, path.count == 1,
      let step = member.node.number.flatMap(SchemaNumber.integer), step > 0
    else { return subject.keep(member) }
    steps.append(step)
    let rest = FetchExpression.arithmetic(
      .keyPath(FetchPath(path)), .modulus, .constant(.int(step)))
    ofEntity.append(
      ImportRule.value(
        at: path, "is a multiple of \(step)", .comparison(rest, .equal, .constant(.int(0))),
        site: reader.site(member.node)))
  }

  private mutating func readRange(_ subject: inout SchemaSubject) {
    var bounds = SchemaBounds(type)
    bounds.read(form, &subject)
    if let lower = bounds.exclusiveLower {
      if path.count == 1 {
        exclusiveLower = lower.value
        ofEntity.append(
          ImportRule.value(
            at: path, isGreaterThan: lower.value, site: reader.site(lower.member.node)))
      } else {
        subject.keep(lower.member, "but the least value of an element is one that it may have")
      }
    }
    guard let requirement = bounds.requirement else { return }
    let node = bounds.members.first?.node ?? form.node
    ofAttribute.append(ValidationRule(requirement, site: reader.site(node)))
  }
}
