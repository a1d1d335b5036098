/// Reads the keywords of one schema into checks.
struct SchemaKeywords {
  private let schema: SchemaCompiler.Schema
  private let draft: SchemaDraft
  private(set) var checks: [SchemaProgram.Check] = []

  init(_ schema: SchemaCompiler.Schema, _ draft: SchemaDraft) {
    (self.schema, self.draft) = (schema, draft)
  }

  mutating func read(_ compiler: inout SchemaCompiler) {
    let node = schema.node
    if node.bool == false { checks.append(.nothing) }
    if let reference = node["$ref"] {
      add(compiler.place(ofReference: reference, in: schema, at: "/$ref")) { .reference($0) }
      if draft.ignoresNeighbours { return }
    }
    for member in node.members { readValue(member, &compiler) }
    for member in node.members { readParts(member, &compiler) }
    readBounds(&compiler)
    readElements(&compiler)
    readMembers(&compiler)
  }

  private mutating func add(_ value: Int?, _ check: (Int) -> SchemaProgram.Check) {
    if let value { checks.append(check(value)) }
  }

  private func report(
    _ key: String, _ needed: String, _ node: SchemaNode, _ compiler: inout SchemaCompiler
  ) {
    compiler.report(
      "\(schema.pointer)/\(key)", "must be \(needed), but is \(node.shortText).")
  }

  // MARK: Values

  private mutating func readValue(_ member: SchemaNode.Member, _ compiler: inout SchemaCompiler) {
    let node = member.node
    switch member.key {
    case "type": readTypes(node, &compiler)
    case "enum":
      guard case .array(let elements) = node.value else {
        return report("enum", "an array of values", node, &compiler)
      }
      checks.append(.membership(elements.map(\.json)))
    case "const" where draft >= .draft6: checks.append(.membership([node.json]))
    case "multipleOf":
      guard let number = node.number.map(JSONNumber.init(checked:)),
        JSONNumber(0).isMultiple(of: number) != nil
      else {
        return report(
          "multipleOf", "a number above 0 with at most \(JSONNumber.divisorDigits) digits", node,
          &compiler)
      }
      checks.append(.multiple(number))
    case "pattern":
      if let pattern = pattern(node.text, at: "pattern", node, &compiler) {
        checks.append(.pattern(pattern))
      }
    case "format":
      if let format = node.text.flatMap(TextFormat.init) { checks.append(.format(format)) }
    case "uniqueItems": if node.bool == true { checks.append(.uniqueElements) }
    case "required":
      // In draft 3, a flag of the property.
      if node.bool == nil, let keys = texts(node, at: "required", &compiler) {
        checks.append(.required(keys))
      }
    case "dependentRequired" where draft >= .draft2019:
      for dependent in node.members {
        guard let keys = texts(dependent.node, at: "dependentRequired", &compiler) else { continue }
        checks.append(.requiredTogether(dependent.key, keys))
      }
    default: break
    }
  }

  private mutating func readTypes(_ node: SchemaNode, _ compiler: inout SchemaCompiler) {
    var types: JSONTypes = []
    let texts = node.text.map { [$0] } ?? node.elements.map { $0.text ?? $0.shortText }
    for text in texts {
      if draft < .draft6, text == "integer" {
        types.insert(.plainInteger)
      } else if let type = JSONTypes.names.first(where: { $0.key == text })?.value {
        types.insert(type)
      } else {
        let near = nearMiss(text, in: JSONTypes.names.map(\.key))
        compiler.report(
          "\(schema.pointer)/type",
          "must be a type of JSON Schema, but is \(text.quotedForMessage)."
            + (near.map { " Did you mean \($0.quotedForMessage)?" } ?? ""))
        return
      }
    }
    checks.append(.types(types))
  }

  private func pattern(
    _ source: String?, at key: String, _ node: SchemaNode, _ compiler: inout SchemaCompiler
  ) -> SchemaKeyPattern? {
    guard let source else {
      report(key, "a regular expression", node, &compiler)
      return nil
    }
    let place = "\(schema.pointer)/\(key)"
    guard let search = PatternDialect.translated(source).flatMap(SearchPattern.translated) else {
      compiler.report(
        place,
        "must be a supported regular expression, but \(source.quotedForMessage(limit: 200)) has an edge inside, or"
          + " an escape that JSON Schema does not have.")
      return nil
    }
    do {
      return SchemaKeyPattern(source: source, pattern: try TextPattern(search))
    } catch {
      compiler.report(
        place,
        "must be a supported regular expression, but \(source.quotedForMessage(limit: 200)) is not: \(error)"
      )
      return nil
    }
  }

  private func texts(
    _ node: SchemaNode, at key: String, _ compiler: inout SchemaCompiler
  ) -> [String]? {
    let texts = node.elements.compactMap(\.text)
    guard case .array(let elements) = node.value, texts.count == elements.count else {
      report(key, "an array of keys", node, &compiler)
      return nil
    }
    return texts
  }

  // MARK: Bounds

  private mutating func readBounds(_ compiler: inout SchemaCompiler) {
    for (key, exclusiveKey, isLower) in [
      ("minimum", "exclusiveMinimum", true), ("maximum", "exclusiveMaximum", false),
    ] {
      // Before draft 6, the exclusive bound was a flag for the other keyword.
      let isFlagged = schema.node[exclusiveKey]?.bool == true
      for (key, isExclusive) in [(key, isFlagged), (exclusiveKey, true)] {
        guard let node = schema.node[key], node.bool == nil else { continue }
        guard let number = node.number.map(JSONNumber.init(checked:)) else {
          report(key, "a number", node, &compiler)
          continue
        }
        checks.append(
          isLower
            ? .minimum(number, isExclusive: isExclusive)
            : .maximum(number, isExclusive: isExclusive))
      }
    }
    if let (least, most) = counts("Length", &compiler) { checks.append(.length(least, most)) }
    if let (least, most) = counts("Items", &compiler) { checks.append(.elementCount(least, most)) }
    if let (least, most) = counts("Properties", &compiler) {
      checks.append(.memberCount(least, most))
    }
  }

  /// Returns the bounds of a count; `nil` without any.
  private func counts(
    _ name: String, _ compiler: inout SchemaCompiler
  ) -> (Int?, Int?)? {
    let (least, most) = (count("min" + name, &compiler), count("max" + name, &compiler))
    return least == nil && most == nil ? nil : (least, most)
  }

  private func count(_ key: String, _ compiler: inout SchemaCompiler) -> Int? {
    guard let node = schema.node[key] else { return nil }
    if let number = node.number.map(JSONNumber.init(checked:)), let count = number.int64, count >= 0
    {
      return Int(count)
    }
    report(key, "a count", node, &compiler)
    return nil
  }

  // MARK: Schemas of the same value

  private mutating func readParts(_ member: SchemaNode.Member, _ compiler: inout SchemaCompiler) {
    let (key, node) = (member.key, member.node)
    switch key {
    case "allOf": add(list(node, at: key, &compiler)) { .all($0) }
    case "anyOf": add(list(node, at: key, &compiler)) { .any($0) }
    case "oneOf": add(list(node, at: key, &compiler)) { .one($0) }
    case "not": checks.append(.not(place(node, key, &compiler)))
    case "if" where draft >= .draft7:
      let (then, otherwise) = (schema.node["then"], schema.node["else"])
      // Without a consequence, the condition matters only for the parts that it checks.
      checks.append(
        .condition(
          place(node, key, &compiler), then: then.map { place($0, "then", &compiler) },
          else: otherwise.map { place($0, "else", &compiler) }))
    case "dependentSchemas" where draft >= .draft2019:
      for dependent in node.members {
        checks.append(
          .dependent(dependent.key, place(dependent.node, "\(key)/\(dependent.key)", &compiler)))
      }
    case "dependencies":
      for dependent in node.members {
        let path = "\(key)/\(dependent.key)"
        if let text = dependent.node.text {
          checks.append(.requiredTogether(dependent.key, [text]))
        } else if case .array = dependent.node.value {
          guard let keys = texts(dependent.node, at: path, &compiler) else { continue }
          checks.append(.requiredTogether(dependent.key, keys))
        } else {
          checks.append(.dependent(dependent.key, place(dependent.node, path, &compiler)))
        }
      }
    case "propertyNames" where draft >= .draft6:
      checks.append(.names(place(node, key, &compiler)))
    case "$dynamicRef" where draft >= .draft2020, "$recursiveRef" where draft == .draft2019:
      if let check = compiler.check(ofDynamicReference: node, in: schema, at: "/\(key)") {
        checks.append(check)
      }
    case "unevaluatedItems" where draft >= .draft2019:
      checks.append(.unevaluatedElements(place(node, key, &compiler)))
    case "unevaluatedProperties" where draft >= .draft2019:
      checks.append(.unevaluatedMembers(place(node, key, &compiler)))
    default: break
    }
  }

  private mutating func add(_ list: [Int]?, _ check: ([Int]) -> SchemaProgram.Check) {
    if let list { checks.append(check(list)) }
  }

  private func place(
    _ node: SchemaNode, _ path: String, _ compiler: inout SchemaCompiler
  ) -> Int {
    compiler.place(of: node, in: schema, at: "/\(path)")
  }

  private func list(
    _ node: SchemaNode, at key: String, _ compiler: inout SchemaCompiler
  ) -> [Int]? {
    guard case .array(let elements) = node.value, !elements.isEmpty else {
      report(key, "an array of schemas", node, &compiler)
      return nil
    }
    return elements.enumerated().map { place($1, "\(key)/\($0)", &compiler) }
  }

  // MARK: Elements and members

  private mutating func readElements(_ compiler: inout SchemaCompiler) {
    var (first, others): ([Int], Int?) = ([], nil)
    // Until 2019-09, an array of schemas was the value of "items".
    var (listKey, othersKey) = ("prefixItems", "items")
    if draft < .draft2020, case .array? = schema.node["items"]?.value {
      (listKey, othersKey) = ("items", "additionalItems")
    }
    if listKey == "items" || draft >= .draft2020, let list = schema.node[listKey] {
      first = list.elements.enumerated().map { place($1, "\(listKey)/\($0)", &compiler) }
    }
    if let node = schema.node[othersKey] { others = place(node, othersKey, &compiler) }
    if !first.isEmpty || others != nil { checks.append(.elements(first: first, others: others)) }
    guard draft >= .draft6, let node = schema.node["contains"] else { return }
    let hasCounts = draft >= .draft2019
    let least = hasCounts ? count("minContains", &compiler) : nil
    let most = hasCounts ? count("maxContains", &compiler) : nil
    checks.append(
      .containing(
        place(node, "contains", &compiler), minimum: least ?? 1, maximum: most,
        marks: draft >= .draft2020))
  }

  private mutating func readMembers(_ compiler: inout SchemaCompiler) {
    var members = SchemaMembers()
    for member in schema.node["properties"]?.members ?? [] {
      members.properties[member.key] = place(
        member.node, "properties/\(member.key)", &compiler)
    }
    for member in schema.node["patternProperties"]?.members ?? [] {
      let path = "patternProperties/\(member.key)"
      guard let pattern = pattern(member.key, at: path, member.node, &compiler) else { continue }
      members.patterns.append((pattern, place(member.node, path, &compiler)))
    }
    if let node = schema.node["additionalProperties"] {
      members.others = place(node, "additionalProperties", &compiler)
    }
    if !members.properties.isEmpty || !members.patterns.isEmpty || members.others != nil {
      checks.append(.members(members))
    }
  }
}
