package import ArmatureModel

/// The expected behaviour of a context, modelled as simply as possible: objects and links in dictionaries.
///
/// A link is a pair. Connecting two objects first disconnects the previous target of a to-one end; everything else
/// follows from that.
package struct ReferenceGraph: Sendable {
  package struct Node: Equatable, Sendable {
    package let entity: String
    package var isDeleted = false
    package var values: [String: AttributeValue] = [:]
    package var links: [String: [Int]] = [:]
  }

  package let model: ManagedObjectModel
  package private(set) var nodes: [Int: Node] = [:]
  private var saved: [Int: Node] = [:]

  package init(_ model: ManagedObjectModel) { self.model = model }

  package func relationships(of number: Int) -> [RelationshipDescription] {
    model[nodes[number]?.entity ?? ""]?.relationships ?? []
  }

  private func relationship(_ name: String, of number: Int) -> RelationshipDescription? {
    relationships(of: number).first { $0.name == name }
  }

  package func isThere(_ number: Int) -> Bool { nodes[number].map { !$0.isDeleted } ?? false }

  /// The numbers of the existing objects.
  package var present: [Int] { nodes.keys.filter(isThere).sorted() }

  /// The saved objects, in their saved state.
  package var savedNodes: [Int: Node] { saved }

  /// Returns the saved objects as rows of a source.
  package func savedRows(_ id: (Int) -> ManagedObjectID) -> [Int64: [String: AttributeValue]] {
    var rows: [Int64: [String: AttributeValue]] = [:]
    for (number, node) in saved {
      var values = node.values
      for relationship in relationships(of: number) {
        let ids = (node.links[relationship.name] ?? []).map(id)
        values[relationship.name] =
          relationship.isToMany ? .objects(ids) : ids.first.map { .object($0) }
      }
      rows[Int64(number)] = values
    }
    return rows
  }

  /// Returns whether another object has the same unique values, as far as a context can know.
  ///
  /// - Parameter isKnown: Returns whether the context knows an object's values.
  package func isDuplicate(_ number: Int, _ isKnown: (Int) -> Bool) -> Bool {
    constraints(of: number).contains { entity, names in
      guard let values = values(number, names) else { return false }
      return present.contains { other in
        other != number && model.entity(nodes[other]?.entity ?? "", isKindOf: entity)
          && isKnown(other) && self.values(other, names) == values
      }
    }
  }

  private func constraints(of number: Int) -> [(entity: String, names: [String])] {
    model.entities.filter { model.entity(nodes[number]?.entity ?? "", isKindOf: $0.name) }
      .flatMap { entity in entity.uniquenessConstraints.map { (entity.name, $0.properties) } }
  }

  /// Returns the values of some properties; `nil` if one is missing or leads to a deleted object.
  private func values(_ number: Int, _ names: [String]) -> [AttributeValue]? {
    let values = names.compactMap { name -> AttributeValue? in
      if relationship(name, of: number) == nil {
        return nodes[number]?.values[name].flatMap { $0.isNull ? Optional.none : $0 }
      }
      return targets(number, name).first.map { .int(Int64($0)) }
    }
    return values.count == names.count ? values : nil
  }

  /// Returns the targets of a relationship, as they are read.
  package func targets(_ number: Int, _ name: String) -> [Int] {
    (nodes[number]?.links[name] ?? []).filter(isThere)
  }
}

extension ReferenceGraph {
  package mutating func insert(_ number: Int, _ entity: String) {
    nodes[number] = Node(entity: entity)
  }

  package mutating func set(_ number: Int, _ name: String, _ value: AttributeValue) {
    nodes[number]?.values[name] = value.isNull ? nil : value
  }

  package mutating func setLinks(_ number: Int, _ name: String, _ targets: [Int]) {
    var wanted: [Int] = []
    for target in targets where !wanted.contains(target) { wanted.append(target) }
    for old in nodes[number]?.links[name] ?? [] where !wanted.contains(old) {
      disconnect(number, name, old)
    }
    for target in wanted { connect(number, name, target) }
    nodes[number]?.links[name] = wanted
  }

  package mutating func insertLink(_ number: Int, _ name: String, _ target: Int, at position: Int?)
  {
    connect(number, name, target)
    guard let position else { return }
    var others = (nodes[number]?.links[name] ?? []).filter { $0 != target }
    let places = others.indices.filter { isThere(others[$0]) }
    others.insert(target, at: position < places.count ? places[position] : others.count)
    nodes[number]?.links[name] = others
  }

  package mutating func removeLink(_ number: Int, _ name: String, _ target: Int) {
    disconnect(number, name, target)
  }

  private mutating func disconnect(_ number: Int, _ name: String, _ target: Int) {
    guard nodes[number]?.links[name]?.contains(target) == true else { return }
    nodes[number]?.links[name]?.removeAll { $0 == target }
    if let inverse = relationship(name, of: number)?.inverse {
      nodes[target]?.links[inverse]?.removeAll { $0 == number }
    }
  }

  private mutating func connect(_ number: Int, _ name: String, _ target: Int) {
    guard let relationship = relationship(name, of: number) else { return }
    if !relationship.isToMany {
      for old in nodes[number]?.links[name] ?? [] where old != target {
        disconnect(number, name, old)
      }
    }
    if let inverse = relationship.inverse,
      self.relationship(inverse, of: target)?.isToMany == false
    {
      for old in nodes[target]?.links[inverse] ?? [] where old != number {
        disconnect(target, inverse, old)
      }
    }
    append(target, to: name, of: number)
    if let inverse = relationship.inverse { append(number, to: inverse, of: target) }
  }

  private mutating func append(_ target: Int, to name: String, of number: Int) {
    if nodes[number]?.links[name]?.contains(target) == true { return }
    nodes[number]?.links[name, default: []].append(target)
  }

  /// Deletes an object and the objects of its cascade.
  package mutating func delete(_ number: Int) {
    // A hook may have deleted it.
    guard isThere(number) else { return }
    var going: Set<Int> = [number]
    while let next = going.lazy.flatMap({ [self] in cascade($0) }).first(where: {
      !going.contains($0)
    }) { going.insert(next) }
    for number in going {
      for relationship in relationships(of: number) where relationship.deleteRule != .noAction {
        // Denying objects stay linked until they are unlinked or deleted, too.
        if relationship.deleteRule == .deny && saved[number] != nil { continue }
        guard let inverse = relationship.inverse else { continue }
        for other in targets(number, relationship.name) where !going.contains(other) {
          nodes[other]?.links[inverse]?.removeAll { $0 == number }
        }
      }
    }
    for number in going {
      if saved[number] == nil { nodes[number] = nil } else { nodes[number]?.isDeleted = true }
    }
  }

  /// Returns whether a rule forbids saving the deletion of an object.
  package func isDenied(_ number: Int) -> Bool {
    nodes[number]?.isDeleted == true
      && relationships(of: number).contains { relationship in
        relationship.deleteRule == .deny && !targets(number, relationship.name).isEmpty
      }
  }

  /// Whether a deletion must not be saved.
  package var hasDenials: Bool { nodes.keys.contains(where: isDenied) }

  private func cascade(_ number: Int) -> [Int] {
    relationships(of: number).filter { $0.deleteRule == .cascade }
      .flatMap { targets(number, $0.name) }
  }

  package mutating func save() {
    nodes = nodes.filter { !$0.value.isDeleted }
    // For a store, a link to a deleted object has no value.
    saved = nodes.mapValues { node in
      var node = node
      node.links = node.links.mapValues { $0.filter(isThere) }
      return node
    }
  }

  package mutating func rollback() { nodes = saved }

  /// Undoes or redoes to another state, on top of later saves.
  ///
  /// Objects that were saved but are not in the state become deleted without links. Objects that are deleted and no
  /// longer saved disappear with the links to them.
  ///
  /// - Parameter keepsLinks: Returns whether links of an entity's relationship to missing objects stay.
  package mutating func move(
    to other: ReferenceGraph, _ keepsLinks: (_ entity: String, _ relationship: String) -> Bool
  ) {
    nodes = other.nodes.filter { !$0.value.isDeleted || saved[$0.key] != nil }
    let known = nodes
    for (number, node) in known {
      for (name, targets) in node.links where !keepsLinks(node.entity, name) {
        nodes[number]?.links[name] = targets.filter { known[$0] != nil }
      }
    }
    for (number, node) in saved where nodes[number] == nil {
      nodes[number] = Node(entity: node.entity, isDeleted: true)
    }
  }
}
