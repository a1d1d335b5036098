import ArmatureModel

/// Choices between objects that the values of a required key tell apart.
///
/// Such a choice is an abstract entity, and each alternative is a sub-entity. A load finds the entity of a record by the
/// possible values of the key, so the choice needs no rule.
extension SchemaReader {
  /// Returns the schemas of the alternatives; `nil` if no required key tells them apart.
  func toldAlternatives(_ node: SchemaNode) -> [SchemaNode]? {
    if file.isOurs { return nil }
    guard let choice = choice(node) else { return nil }
    let id = ObjectIdentifier(choice)
    if let known = told[id] { return known.isEmpty ? nil : known }
    let found = alternatives(of: choice) ?? []
    told[id] = found
    return found.isEmpty ? nil : found
  }

  /// Returns the entity of a choice, if its alternatives are told apart and belong to no other choice.
  func toldUnion(_ node: SchemaNode, _ name: String, _ entity: String) -> String? {
    guard let alternatives = toldAlternatives(node), let choice = choice(node) else { return nil }
    if let known = names[ObjectIdentifier(choice)] {
      return unions.contains { $0.name == known && $0.isTold } ? known : nil
    }
    let known = alternatives.compactMap { names[ObjectIdentifier($0)] }
    if let union = unions.first(where: { $0.isTold && $0.members == known }) { return union.name }
    if unions.contains(where: { !Set($0.members).isDisjoint(with: known) }) { return nil }
    let title = choice["title"]?.text.map(ImportNames.entity)
    let unique = uniqueName(title ?? entity + ImportNames.entity(name))
    let members = alternatives.map { alternative in
      addEntity(
        alternative,
        alternative["title"]?.text.map(ImportNames.entity) ?? unique + constantName(of: alternative)
      )
    }
    unions.append(SchemaUnion(name: unique, node: choice, members: members, isTold: true))
    return unique
  }

  /// Marks the named choices whose alternatives are told apart and belong to no other choice.
  func markToldUnions() {
    for index in unions.indices where toldAlternatives(unions[index].node) != nil {
      let members = Set(unions[index].members)
      unions[index].isTold = unions.indices.allSatisfy {
        $0 == index || members.isDisjoint(with: unions[$0].members)
      }
    }
  }

  /// Follows references to a schema with nothing but a choice.
  private func choice(_ node: SchemaNode) -> SchemaNode? {
    var current = node
    for _ in 0..<Self.depthLimit {
      let words = file.words(of: current).filter {
        !Self.remarks.contains($0.key) && !SchemaSubject.silent.contains($0.key)
          && $0.key != "discriminator"
      }
      if words.count == 1, words[0].key == "$ref", let target = file.target(of: words[0].node) {
        current = target
        continue
      }
      let choices = words.filter { $0.key == "anyOf" || $0.key == "oneOf" }
      guard choices.count == 1,
        words.allSatisfy({ word in
          word.key == choices[0].key || word.key == "type" && word.node.text == "object"
        })
      else { return nil }
      return current
    }
    return nil
  }

  private func alternatives(of choice: SchemaNode) -> [SchemaNode]? {
    let parts = (choice["anyOf"] ?? choice["oneOf"])?.elements ?? []
    var found: [SchemaNode] = []
    var keys: [String: [Set<String>]] = [:]
    for part in parts where part["type"]?.text != "null" {
      guard let record = record(part), !found.contains(where: { $0 === record }) else { return nil }
      found.append(record)
      for (key, values) in constants(of: record) { keys[key, default: []].append(values) }
    }
    guard found.count > 1 else { return nil }
    let tells = keys.values.contains { sets in
      sets.count == found.count
        && sets.reduce(0) { $0 + $1.count } == sets.reduce(into: Set()) { $0.formUnion($1) }.count
    }
    return tells ? found : nil
  }

  /// Follows references to the schema of an object that stands on its own.
  private func record(_ part: SchemaNode) -> SchemaNode? {
    var current = part
    for _ in 0..<Self.depthLimit {
      if let reference = current["$ref"] {
        guard file.words(of: current).filter({ !Self.remarks.contains($0.key) }).count == 1,
          let target = file.target(of: reference)
        else { return nil }
        current = target
        continue
      }
      let isRecord =
        current["type"]?.text == "object" && current["properties"] != nil
        && !current.members.contains { ["allOf", "anyOf", "oneOf", "nullable"].contains($0.key) }
      return isRecord ? current : nil
    }
    return nil
  }

  /// Returns the possible values of the required keys that have few.
  private func constants(of record: SchemaNode) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for key in (record["required"]?.elements ?? []).compactMap(\.text) {
      guard let schema = record["properties"]?[key],
        schema.members.allSatisfy({
          ["const", "enum", "type"].contains($0.key) || Self.remarks.contains($0.key)
            || SchemaSubject.silent.contains($0.key)
        })
      else { continue }
      let values = schema["const"].map { [$0] } ?? schema["enum"]?.elements ?? []
      let isTelling = values.allSatisfy { value in
        switch value.value {
        case .string, .bool: true
        default: false
        }
      }
      if isTelling, !values.isEmpty { found[key] = Set(values.map(\.shortText)) }
    }
    return found
  }

  /// Returns the first constant of an object as a part of a name.
  private func constantName(of record: SchemaNode) -> String {
    for key in (record["required"]?.elements ?? []).compactMap(\.text) {
      let schema = record["properties"]?[key]
      if let text = (schema?["const"] ?? schema?["enum"]?.elements.first)?.text {
        return ImportNames.entity(text)
      }
    }
    return "Choice"
  }
}
