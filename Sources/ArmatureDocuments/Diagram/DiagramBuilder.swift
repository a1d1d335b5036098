import ArmatureModel

/// A builder for the boxes and lines of a diagram, from one model or from two versions of a model.
struct DiagramBuilder {
  private let model: ManagedObjectModel
  private let older: ManagedObjectModel?
  private let changes: DiagramChanges
  private(set) var boxes: [ModelDiagram.Box] = []
  private(set) var links: [ModelDiagram.Link] = []
  private var positions: [String: Int] = [:]
  /// The positions of the older version's entities, by their old names.
  private var olderPositions: [String: Int] = [:]

  init(_ model: ManagedObjectModel, against older: ManagedObjectModel?) {
    self.model = model
    self.older = older
    changes = DiagramChanges(older.map { model.difference(from: $0).changes } ?? [])
  }

  mutating func build() {
    for entity in model.entities {
      positions[entity.name] = boxes.count
      boxes.append(box(of: entity, change: changes.ofEntity(entity.name)))
    }
    if let older {
      olderPositions = positions
      for (name, newName) in changes.renamedEntities { olderPositions[name] = positions[newName] }
      for entity in older.entities where changes.isGone(entity.name) {
        olderPositions[entity.name] = boxes.count
        boxes.append(box(of: entity, change: .removed))
      }
    }
    let changes = changes
    addLinks(of: model, positions) { changes.ofProperty($1, of: $0) }
    if let older {
      addLinks(of: older, olderPositions) { changes.isGone($1, of: $0) ? .removed : nil }
    }
  }

  private func box(
    of entity: EntityDescription, change: ModelDiagram.Change
  ) -> ModelDiagram.Box {
    var rows = entity.ownProperties.compactMap(\.asAttribute).flatMap { attribute in
      self.rows(
        of: attribute, 0,
        change == .changed ? changes.ofProperty(attribute.name, of: entity.name) : .none,
        change == .changed ? changes.notes(entity.name, attribute.name) : [])
    }
    if change == .changed, let older {
      let oldName = changes.olderName(of: entity.name)
      for attribute in older[oldName]?.ownProperties.compactMap(\.asAttribute) ?? []
      where changes.isGone(attribute.name, of: entity.name) {
        rows += self.rows(of: attribute, 0, .removed, [])
      }
    }
    return ModelDiagram.Box(
      name: entity.name, isAbstract: entity.isAbstract, rows: rows, change: change,
      notes: change == .changed ? changes.notes(entity.name, nil) : [])
  }

  /// Returns the rows of an attribute and its elements.
  private func rows(
    of attribute: AttributeDescription, _ depth: Int, _ change: ModelDiagram.Change,
    _ notes: [String]
  ) -> [ModelDiagram.Row] {
    let row = ModelDiagram.Row(
      name: attribute.name, type: attribute.swiftName + (attribute.isOptional ? "?" : ""),
      depth: depth, isIdentifying: attribute.isIdentifying,
      isTransient: attribute.isTransient || attribute.derivation != nil, change: change,
      notes: notes)
    guard case .composite(let elements) = attribute.type.storage else { return [row] }
    return [row] + elements.flatMap { rows(of: $0, depth + 1, change, []) }
  }

  /// Adds the lines of a model, each once.
  ///
  /// - Parameter change: A closure that returns the change of an entity's property. If it returns `nil`, the line is
  ///   left out.
  private mutating func addLinks(
    of model: ManagedObjectModel, _ positions: [String: Int],
    change: (String, String) -> ModelDiagram.Change?
  ) {
    let isOlder = model.storage !== self.model.storage
    var drawn: Set<[String]> = []
    for entity in model.entities {
      guard let position = positions[entity.name] else { continue }
      if let parent = entity.parent.flatMap({ positions[$0] }),
        let change = inheritanceChange(of: entity, isOlder: isOlder)
      {
        links.append(
          ModelDiagram.Link(from: parent, to: position, start: nil, end: nil, change: change))
      }
      for relationship in entity.ownProperties.compactMap(\.asRelationship)
      where !drawn.contains([entity.name, relationship.name]) {
        guard let end = positions[relationship.destination] else { continue }
        var changes = [change(currentName(of: entity.name, isOlder), relationship.name)]
        var inverse: RelationshipDescription?
        if let found = model.inverse(of: relationship, from: entity.name) {
          inverse = found.relationship
          drawn.insert([found.owner, found.relationship.name])
          changes.append(change(currentName(of: found.owner, isOlder), found.relationship.name))
        }
        drawn.insert([entity.name, relationship.name])
        guard let change = DiagramChanges.joined(changes) else { continue }
        links.append(
          ModelDiagram.Link(
            from: position, to: end, start: ModelDiagram.Role(relationship),
            end: inverse.map(ModelDiagram.Role.init), change: change))
      }
    }
  }

  private func currentName(of name: String, _ isOlder: Bool) -> String {
    isOlder ? changes.renamedEntities[name] ?? name : name
  }

  private func inheritanceChange(
    of entity: EntityDescription, isOlder: Bool
  ) -> ModelDiagram.Change? {
    let name = currentName(of: entity.name, isOlder)
    if isOlder { return changes.isGone(name) || changes.hasOtherParent(name) ? .removed : nil }
    let isNew = changes.ofEntity(name) == .added || changes.hasOtherParent(name)
    return isNew ? .added : ModelDiagram.Change.none
  }
}

extension ManagedObjectModel {
  /// Returns the inverse of a relationship and the entity that declares it.
  fileprivate func inverse(
    of relationship: RelationshipDescription, from entity: String
  ) -> (owner: String, relationship: RelationshipDescription)? {
    var current: String? = relationship.destination
    while let name = current, let owner = self[name], let inverse = relationship.inverse {
      let property = owner.ownProperties.first { $0.name == inverse }
      if let found = property?.asRelationship {
        return found.inverse == relationship.name ? (name, found) : nil
      }
      current = owner.parent
    }
    return nil
  }
}

extension ModelDiagram.Role {
  init(_ relationship: RelationshipDescription) {
    self.init(
      name: relationship.name, isToMany: relationship.isToMany,
      isOrdered: relationship.arity == .ordered, isOptional: relationship.isOptional,
      isTransient: relationship.isTransient)
  }
}
