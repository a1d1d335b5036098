/// Checks a value by a compiled schema.
struct SchemaEvaluator {
  private let program: SchemaProgram
  /// Whether all failures are collected. Otherwise, the first one ends the check.
  private var collects: Bool
  private(set) var failures: [JSONSchemaFailure] = []
  /// The keys and indices that lead to the current part, while failures are collected.
  private var path: [Step] = []
  /// The addresses of the resources around the current schema.
  private var bases: [String] = []
  private var (stepCount, depth) = (0, 0)
  private var stepLimit = 100_000
  /// The whole value, until its size has raised the limit of steps.
  private var whole: JSONValue?
  /// The number of choices around the current one whose failures are being collected.
  private var choiceDepth = 0

  private enum Step {
    case key(String)
    case index(Int)
  }

  /// The maximum number of schemas inside each other, which bounds the use of the stack.
  private static let depthLimit = 500
  /// The maximum number of steps for each part of a value. Schemas that lead to the same schema in two ways at each of
  /// many levels would need a number of steps that no one can wait for.
  private static let stepsPerPart = 2_000

  /// The maximum number of choices inside each other whose failures are collected.
  private static let choiceLimit = 2

  init(_ program: SchemaProgram, _ value: JSONValue, collects: Bool) {
    self.program = program
    self.collects = collects
    whole = value
  }

  /// Returns whether the schema accepts a value.
  mutating func accepts(_ value: JSONValue) -> Bool {
    var marks = SchemaMarks()
    return accepts(0, value, &marks)
  }

  /// Returns whether a schema accepts a value. If so, adds the parts that it has checked.
  private mutating func accepts(
    _ schema: Int, _ value: JSONValue, _ outer: inout SchemaMarks
  ) -> Bool {
    stepCount += 1
    if stepCount > stepLimit, let value = whole {
      // Most values need far fewer steps, so their parts are not counted.
      stepLimit += value.partCount * Self.stepsPerPart
      whole = nil
    }
    guard stepCount <= stepLimit, depth < Self.depthLimit else { return fail(.limit, value) }
    depth += 1
    let base = program.nodes[schema].base
    let isOtherResource = !program.dynamicTargets.isEmpty && bases.last != base
    if isOtherResource { bases.append(base) }
    defer {
      depth -= 1
      if isOtherResource { bases.removeLast() }
    }
    var marks = SchemaMarks()
    var isValid = true
    for check in program.nodes[schema].checks where !holds(check, value, &marks) {
      isValid = false
      if !collects { return false }
    }
    if isValid, program.tracksMarks { outer.add(marks) }
    return isValid
  }

  /// Returns whether a schema accepts a value, without collecting failures.
  private mutating func matches(
    _ schema: Int, _ value: JSONValue, _ marks: inout SchemaMarks
  ) -> Bool {
    let was = collects
    collects = false
    defer { collects = was }
    return accepts(schema, value, &marks)
  }

  private mutating func fail(_ requirement: JSONSchema.Requirement, _ value: JSONValue) -> Bool {
    guard collects else { return false }
    var keys: [String] = []
    for step in path {
      switch step {
      case .key(let key): keys.append(key)
      case .index(let index):
        if keys.isEmpty { keys.append("") }
        keys[keys.count - 1] += "[\(index)]"
      }
    }
    failures.append(JSONSchemaFailure(path: keys, requirement, value: value))
    return false
  }

  private mutating func inside<Result>(
    _ step: @autoclosure () -> Step, _ body: (inout Self) -> Result
  ) -> Result {
    guard collects else { return body(&self) }
    path.append(step())
    defer { path.removeLast() }
    return body(&self)
  }

  private mutating func holds(
    _ check: SchemaProgram.Check, _ value: JSONValue, _ marks: inout SchemaMarks
  ) -> Bool {
    switch check {
    case .nothing: return fail(.absence(suggestion: nil), value)
    case .types(let types):
      return types.admit(value) || fail(.types(types.words), value)
    case .membership(let values): return values.contains(value) || fail(.membership(values), value)
    case .reference(let schema): return accepts(schema, value, &marks)
    case .dynamicReference(let anchor, let schema):
      let base = bases.first { program.dynamicTargets["\($0)#\(anchor)"] != nil }
      let target = base.flatMap { program.dynamicTargets["\($0)#\(anchor)"] }
      return accepts(target ?? schema, value, &marks)
    case .all, .any, .one, .not, .condition, .dependent:
      return holdsInPlace(check, value, &marks)
    default: break
    }
    switch value {
    case .number(let number): return holds(check, number)
    case .string(let text): return holds(check, text)
    case .array(let elements): return holds(check, elements, value, &marks)
    case .object(let object): return holds(check, object, value, &marks)
    case .null, .bool: return true
    }
  }

  // MARK: Numbers and texts

  private mutating func holds(_ check: SchemaProgram.Check, _ number: JSONNumber) -> Bool {
    switch check {
    case .minimum(let bound, let isExclusive):
      return (isExclusive ? bound < number : !(number < bound))
        || fail(.minimum(.number(bound), isExclusive: isExclusive), .number(number))
    case .maximum(let bound, let isExclusive):
      return (isExclusive ? number < bound : !(bound < number))
        || fail(.maximum(.number(bound), isExclusive: isExclusive), .number(number))
    case .multiple(let step):
      return number.isMultiple(of: step) ?? true
        || fail(.multiple(of: .number(step)), .number(number))
    default: return true
    }
  }

  private mutating func holds(_ check: SchemaProgram.Check, _ text: String) -> Bool {
    switch check {
    case .length(let least, let most):
      let count = text.unicodeScalars.count
      return count.isWithin(least, most)
        || fail(.length(minimum: least, maximum: most, actual: count), .string(text))
    case .pattern(let pattern):
      return pattern.pattern.matches(text) || fail(.pattern(pattern.source), .string(text))
    case .format(let format): return format.matches(text) || fail(.format(format), .string(text))
    default: return true
    }
  }

  // MARK: Schemas of the same value

  private mutating func holdsInPlace(
    _ check: SchemaProgram.Check, _ value: JSONValue, _ marks: inout SchemaMarks
  ) -> Bool {
    switch check {
    case .all(let schemas):
      var isValid = true
      for schema in schemas where !accepts(schema, value, &marks) {
        isValid = false
        if !collects { break }
      }
      return isValid
    case .any(let schemas):
      var isValid = false
      for schema in schemas where matches(schema, value, &marks) {
        isValid = true
        // All that accept the value tell which parts they have checked.
        if !program.tracksMarks { break }
      }
      return isValid || fail(ofAlternatives: schemas, value)
    case .one(let schemas):
      var valid: [Int] = []
      for (place, schema) in schemas.enumerated() where matches(schema, value, &marks) {
        valid.append(place)
      }
      if valid.isEmpty { return fail(ofAlternatives: schemas, value) }
      return valid.count == 1 || fail(.oneAlternative(valid), value)
    case .not(let schema):
      var unused = SchemaMarks()
      return !matches(schema, value, &unused) || fail(.exclusion, value)
    case .condition(let schema, let then, let otherwise):
      let branch = matches(schema, value, &marks) ? then : otherwise
      return branch.map { accepts($0, value, &marks) } ?? true
    case .dependent(let key, let schema):
      return value[key] == nil || accepts(schema, value, &marks)
    default: return true
    }
  }

  /// Adds a failure of a value that none of several schemas accepts, with their failures.
  private mutating func fail(ofAlternatives schemas: [Int], _ value: JSONValue) -> Bool {
    guard collects else { return false }
    // The failures of choices inside of choices inside of choices say nothing to anyone, and may be very many.
    guard choiceDepth < Self.choiceLimit else {
      return fail(.alternatives(schemas.map { _ in [] }), value)
    }
    choiceDepth += 1
    defer { choiceDepth -= 1 }
    var candidates: [[JSONSchemaFailure]] = []
    let (outerFailures, outerPath) = (failures, path)
    path = []
    for schema in schemas {
      failures = []
      var unused = SchemaMarks()
      _ = accepts(schema, value, &unused)
      candidates.append(failures)
    }
    (failures, path) = (outerFailures, outerPath)
    // A stable order: of equally many failures, the first schema comes first.
    let order = candidates.indices.sorted {
      (candidates[$0].count, $0) < (candidates[$1].count, $1)
    }
    return fail(.alternatives(order.map { candidates[$0] }), value)
  }

  // MARK: Elements

  private mutating func holds(
    _ check: SchemaProgram.Check, _ elements: [JSONValue], _ whole: JSONValue,
    _ marks: inout SchemaMarks
  ) -> Bool {
    switch check {
    case .elementCount(let least, let most):
      return elements.count.isWithin(least, most)
        || fail(.elements(minimum: least, maximum: most, actual: elements.count), whole)
    case .uniqueElements:
      guard let (first, second) = elements.firstRepetition else { return true }
      return fail(.uniqueElements(first, second), whole)
    case .elements(let first, let others):
      marks.elementCount = max(
        marks.elementCount, others == nil ? min(first.count, elements.count) : elements.count)
      return accept(elements.enumerated()) { index in
        index < first.count ? first[index] : others
      }
    case .containing(let schema, let least, let most, let isMarking):
      var count = 0
      for (index, element) in elements.enumerated() {
        var unused = SchemaMarks()
        guard matches(schema, element, &unused) else { continue }
        count += 1
        if isMarking, program.tracksMarks { marks.elements.insert(index) }
      }
      return count.isWithin(least, most)
        || fail(.matches(minimum: least, maximum: most, actual: count), whole)
    case .unevaluatedElements(let schema):
      let known = marks
      marks.elementCount = elements.count
      return accept(elements.enumerated()) { index in
        index < known.elementCount || known.elements.contains(index) ? nil : schema
      }
    default: return true
    }
  }

  private mutating func accept(
    _ elements: EnumeratedSequence<[JSONValue]>, by schema: (Int) -> Int?
  ) -> Bool {
    var isValid = true
    for (index, element) in elements {
      guard let schema = schema(index) else { continue }
      var unused = SchemaMarks()
      if inside(.index(index), { $0.accepts(schema, element, &unused) }) { continue }
      isValid = false
      if !collects { break }
    }
    return isValid
  }

  // MARK: Members

  private mutating func holds(
    _ check: SchemaProgram.Check, _ object: JSONObject, _ whole: JSONValue,
    _ marks: inout SchemaMarks
  ) -> Bool {
    switch check {
    case .memberCount(let least, let most):
      return object.count.isWithin(least, most)
        || fail(.members(minimum: least, maximum: most, actual: object.count), whole)
    case .required(let keys): return hasAll(keys, object)
    case .requiredTogether(let key, let keys): return object[key] == nil || hasAll(keys, object)
    case .names(let schema):
      return accept(object) { evaluator, member in
        var unused = SchemaMarks()
        return evaluator.accepts(schema, .string(member.key), &unused)
      }
    case .members(let members):
      let tracksMarks = program.tracksMarks
      var checked: Set<String> = []
      defer { marks.members.formUnion(checked) }
      return accept(object) { evaluator, member in
        let schemas = members.schemas(of: member.key)
        if tracksMarks, !schemas.isEmpty { checked.insert(member.key) }
        return evaluator.accept(member, by: schemas, near: members.properties.keys)
      }
    case .unevaluatedMembers(let schema):
      let known = marks.members
      marks.members.formUnion(object.map(\.key))
      return accept(object) { evaluator, member in
        known.contains(member.key) || evaluator.accept(member, by: [schema], near: known)
      }
    default: return true
    }
  }

  private mutating func hasAll(_ keys: [String], _ object: JSONObject) -> Bool {
    var isValid = true
    for key in keys where object[key] == nil {
      isValid = inside(.key(key)) { $0.fail(.presence, .null) }
      if !collects { break }
    }
    return isValid
  }

  private mutating func accept(
    _ object: JSONObject, by check: (inout Self, JSONObject.Member) -> Bool
  ) -> Bool {
    var isValid = true
    for member in object where !inside(.key(member.key), { check(&$0, member) }) {
      isValid = false
      if !collects { break }
    }
    return isValid
  }

  private mutating func accept(
    _ member: JSONObject.Member, by schemas: [Int], near keys: some Sequence<String>
  ) -> Bool {
    var isValid = true
    for schema in schemas {
      var unused = SchemaMarks()
      if collects, program.nodes[schema].isNothing {
        let suggestion = nearMiss(member.key, in: keys.filter { $0 != member.key }.sorted())
        isValid = fail(.absence(suggestion: suggestion), member.value)
      } else if !accepts(schema, member.value, &unused) {
        isValid = false
        if !collects { break }
      }
    }
    return isValid
  }
}

extension SchemaProgram.Node {
  /// Whether the schema is `false`.
  fileprivate var isNothing: Bool {
    if case .nothing? = checks.first { true } else { false }
  }
}

extension SchemaMembers {
  /// Returns the schemas that apply to the member with a key.
  fileprivate func schemas(of key: String) -> [Int] {
    var schemas: [Int] = []
    if let schema = properties[key] { schemas.append(schema) }
    for (pattern, schema) in patterns where pattern.pattern.matches(key) { schemas.append(schema) }
    if schemas.isEmpty, let others { schemas.append(others) }
    return schemas
  }
}

extension JSONTypes {
  /// The names of the types.
  fileprivate var words: [String] {
    Self.names.filter { contains($0.value) || $0.key == "integer" && contains(.plainInteger) }
      .map(\.key)
  }
}
