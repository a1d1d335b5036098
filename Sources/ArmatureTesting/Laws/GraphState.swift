import Armature

/// The objects of a context with their states and stored values.
struct GraphState {
  private let layouts: [String: Layout]
  private var rows: [ManagedObjectID: Row] = [:]

  private struct Row: Equatable {
    let state: ObjectState
    let values: [AttributeValue]
  }

  /// The stored properties of an entity, in the order of a row's values.
  struct Layout {
    fileprivate let names: [String]
    /// Whether each value is an unordered set of links.
    fileprivate let isUnordered: [Bool]
    /// The positions of relationships, with the names of their inverses.
    fileprivate let inverses: [(place: Int, inverse: String)]

    init(_ entity: EntityDescription) {
      let stored = entity.properties.filter { property in
        !property.isTransient && (property.asAttribute != nil || property.asRelationship != nil)
      }
      names = stored.map(\.name)
      isUnordered = stored.map { $0.asRelationship?.arity == .toMany }
      inverses = stored.enumerated().compactMap { place, property in
        property.asRelationship?.inverse.map { (place, $0) }
      }
    }

    /// Returns the layouts of all entities by name.
    static func all(of model: ManagedObjectModel) -> [String: Layout] {
      Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, Layout($0)) })
    }
  }

  init(_ context: ManagedObjectContext, _ layouts: [String: Layout]) {
    self.layouts = layouts
    for object in context.registeredObjects + context.deletedObjects {
      guard let layout = layouts[object.objectID.entityName] else { continue }
      let values = zip(layout.names, layout.isUnordered).map { name, isUnordered in
        let value = object[name] ?? .null
        guard isUnordered, case .objects(let members) = value else { return value }
        return .objects(members.sorted(by: Self.order))
      }
      rows[object.objectID] = Row(state: object.objectState, values: values)
    }
  }

  private static func order(_ left: ManagedObjectID, _ right: ManagedObjectID) -> Bool {
    (left.entityName, left.key) < (right.entityName, right.key)
  }

  /// Returns a sentence about the first difference from an earlier state.
  func difference(from earlier: GraphState) -> String? {
    if rows == earlier.rows { return nil }
    for id in earlier.rows.keys.sorted(by: Self.order) {
      guard let old = earlier.rows[id] else { continue }
      guard let new = rows[id] else { return "\(id) was \(old.state), but is missing." }
      let names = layouts[id.entityName]?.names ?? []
      for (name, (old, new)) in zip(names, zip(old.values, new.values)) where old != new {
        return "\(id).\(name) was \(old), and is \(new)."
      }
      if old.state != new.state { return "\(id) was \(old.state), and is \(new.state)." }
    }
    return rows.keys.sorted(by: Self.order).first { earlier.rows[$0] == nil }
      .map { "\($0) did not exist, but does." }
  }

  /// A sentence about a link whose inverse does not lead back, or `nil`.
  var brokenInverse: String? {
    for (id, row) in rows where row.state != .deleted {
      guard let layout = layouts[id.entityName] else { continue }
      for (place, inverse) in layout.inverses {
        for end in Self.ends(row.values[place]) {
          // A required link may lead to a deleted object.
          guard let other = rows[end], other.state != .deleted,
            let back = layouts[end.entityName]?.names.firstIndex(of: inverse),
            !Self.ends(other.values[back]).contains(id)
          else { continue }
          return
            "\(id).\(layout.names[place]) leads to \(end), but its \(inverse) does not lead back."
        }
      }
    }
    return nil
  }

  private static func ends(_ value: AttributeValue) -> [ManagedObjectID] {
    switch value {
    case .object(let id): [id]
    case .objects(let ids): ids
    default: []
    }
  }
}
