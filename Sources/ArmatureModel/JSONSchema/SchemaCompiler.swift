/// Compiles a tree of a schema into a program, and collects the problems.
struct SchemaCompiler {
  private let root: SchemaNode
  private let addresses: SchemaAddresses
  let draft: SchemaDraft
  private(set) var problems: [JSONSchemaError.Problem] = []
  private var nodes: [SchemaProgram.Node] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// The schemas still to be read.
  private var waiting: [Schema] = []
  private var dynamicTargets: [String: Int] = [:]

  /// A schema, with its place and the address that its references are relative to.
  struct Schema {
    let node: SchemaNode
    let base: String
    let pointer: String
  }

  init(_ root: SchemaNode) {
    self.root = root
    draft = root["$schema"]?.text.flatMap { SchemaDraft(address: $0) } ?? .draft2020
    addresses = SchemaAddresses(root, ignoresNeighbours: draft.ignoresNeighbours)
  }

  /// Returns the program. Keywords with problems are left out.
  mutating func program() -> SchemaProgram {
    _ = place(of: Schema(node: root, base: addresses.base(of: root, in: ""), pointer: ""))
    var next = 0
    while next < waiting.count {
      let schema = waiting[next]
      next += 1
      var reader = SchemaKeywords(schema, draft)
      reader.read(&self)
      // Keywords about unchecked parts come after all others.
      let (last, first) = reader.checks.partitioned(by: \.isAboutUnevaluated)
      nodes[next - 1] = SchemaProgram.Node(base: schema.base, checks: first + last)
    }
    checkCycles()
    return SchemaProgram(nodes: nodes, dynamicTargets: dynamicTargets)
  }

  mutating func report(_ place: String, _ reason: String) {
    problems.append(JSONSchemaError.Problem(place: place, reason: reason))
  }

  /// Returns the place of a part of a schema in the program. The part is read later.
  mutating func place(of node: SchemaNode, in schema: Schema, at path: String) -> Int {
    place(
      of: Schema(
        node: node, base: addresses.base(of: node, in: schema.base), pointer: schema.pointer + path
      ))
  }

  private mutating func place(of schema: Schema) -> Int {
    let schema = endOfReferences(from: schema)
    if let known = places[ObjectIdentifier(schema.node)] { return known }
    if !schema.node.isObject, schema.node.bool == nil {
      report(schema.pointer, "must be a schema, but is \(schema.node.shortText).")
    }
    places[ObjectIdentifier(schema.node)] = nodes.count
    nodes.append(SchemaProgram.Node())
    waiting.append(schema)
    return nodes.count - 1
  }

  // MARK: References

  /// Returns the schema at the end of a chain of schemas that only refer to another one.
  private func endOfReferences(from start: Schema) -> Schema {
    var (schema, seen) = (start, Set<ObjectIdentifier>())
    while let text = schema.node["$ref"]?.text, isBareReference(schema.node),
      let target = addresses.target(of: text, from: schema.base), target.base == schema.base
    {
      // The compiler reports references that lead nowhere, and cycles.
      guard seen.insert(ObjectIdentifier(schema.node)).inserted else { return start }
      schema = Schema(node: target.node, base: target.base, pointer: pointer(of: text))
    }
    return schema
  }

  private func isBareReference(_ node: SchemaNode) -> Bool {
    let others = node.members.filter { $0.key != "$ref" && $0.key != "$comment" }
    return others.isEmpty || draft.ignoresNeighbours
  }

  /// Returns the place of the target of a reference. If it is missing, reports this.
  mutating func place(ofReference node: SchemaNode, in schema: Schema, at path: String) -> Int? {
    guard let text = node.text else {
      report(schema.pointer + path, "must be the address of a schema, but is \(node.shortText).")
      return nil
    }
    guard let target = addresses.target(of: text, from: schema.base) else {
      report(
        schema.pointer + path,
        "must lead to a schema in the same value, but \(text.quotedForMessage) does not. Copy it"
          + " into \"$defs\".")
      return nil
    }
    return place(
      of: Schema(node: target.node, base: target.base, pointer: pointer(of: text)))
  }

  /// The pointer of a reference's target, for messages.
  private func pointer(of reference: String) -> String {
    let (address, fragment) = SchemaAddresses.parts(of: reference)
    return address.isEmpty && (fragment.isEmpty || fragment.hasPrefix("/")) ? fragment : reference
  }

  /// Returns the check of a reference that may lead to the resource around the schema instead. If its target is
  /// missing, reports this.
  mutating func check(
    ofDynamicReference node: SchemaNode, in schema: Schema, at path: String
  ) -> SchemaProgram.Check? {
    guard let target = place(ofReference: node, in: schema, at: path), let text = node.text else {
      return nil
    }
    let anchor = SchemaAddresses.parts(of: text).fragment
    let bases = addresses.bases(ofDynamicAnchor: anchor)
    // Without a dynamic anchor at the target itself, it is a plain reference.
    guard let base = addresses.target(of: text, from: schema.base)?.base, bases.contains(base)
    else {
      return .reference(target)
    }
    for base in bases where dynamicTargets[base + "#" + anchor] == nil {
      guard let found = addresses.target(ofFragment: anchor, in: base) else { continue }
      dynamicTargets[base + "#" + anchor] = place(
        of: Schema(node: found.node, base: found.base, pointer: "\(base)#\(anchor)"))
    }
    return .dynamicReference(anchor: anchor, target)
  }

  /// Reports schemas that contain themselves in the same place, so that a check would never end.
  private mutating func checkCycles() {
    // 0: not seen, 1: above the current schema, 2: done.
    var states = [UInt8](repeating: 0, count: nodes.count)
    for start in nodes.indices where states[start] == 0 {
      var steps: [(node: Int, next: ArraySlice<Int>)] = [(start, inPlace(start)[...])]
      states[start] = 1
      while let step = steps.last {
        guard let next = step.next.first else {
          states[step.node] = 2
          steps.removeLast()
          continue
        }
        steps[steps.count - 1].next.removeFirst()
        if states[next] == 1 {
          report(
            waiting[next].pointer,
            "must not be made of itself, but leads back to itself without entering a member or element."
          )
        } else if states[next] == 0 {
          states[next] = 1
          steps.append((next, inPlace(next)[...]))
        }
      }
    }
  }

  private func inPlace(_ node: Int) -> [Int] { nodes[node].checks.flatMap(\.schemasInPlace) }
}

extension Array {
  /// Returns the elements that satisfy a condition, and the others, each in their order.
  fileprivate func partitioned(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
