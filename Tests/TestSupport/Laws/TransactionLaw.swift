import Armature
import ArmatureModel

/// The law that transactions are complete: a store changes exactly what a transaction names, except links to deleted
/// objects that no rule protects; and the transaction names both sides of each link.
struct TransactionLaw {
  let model: ManagedObjectModel
  let transaction: StoreTransaction
  let before: GraphImage
  let after: GraphImage

  /// A violation of the law; `nil` if the transaction is complete.
  var problem: String? {
    let named = Dictionary(
      transaction.changes.map { ($0.id.key, $0) }, uniquingKeysWith: { first, _ in first })
    for key in Set(before.rows.keys).union(after.rows.keys).sorted() {
      guard let row = after.rows[key] ?? before.rows[key] else { continue }
      let found = change(of: row.entity, key, named[key]).map {
        "half a transaction: \(row.entity) \(key)\($0), in \(words)"
      }
      if let found { return found }
    }
    return membership(named)
  }

  /// Returns a change of an object that the transaction does not name.
  private func change(of entity: String, _ key: Int64, _ change: StoreChange?) -> String? {
    guard let former = before.rows[key] else {
      return change?.kind == .insert ? nil : " has come, and is not inserted"
    }
    guard let row = after.rows[key] else {
      return change?.kind == .delete ? nil : " has gone, and is not deleted"
    }
    let properties = model[entity]?.persistentProperties ?? []
    let values = Set((change?.values ?? []).map(\.property))
    let lists = Set((change?.links ?? []).map(\.property))
    for (position, property) in properties.enumerated() {
      let name = property.name
      guard let relationship = property.asRelationship else {
        if row.values[name] != former.values[name], !values.contains(position) {
          return ".\(name) was \(former.values[name] ?? .null) and is \(row.values[name] ?? .null)"
        }
        continue
      }
      if relationship.isToMany {
        // The lists of one-to-many relationships follow from their members.
        if inverse(of: relationship)?.isToMany == false || lists.contains(position) { continue }
        let (old, new) = (Set(former.lists[name] ?? []), Set(row.lists[name] ?? []))
        for member in old.symmetricDifference(new).sorted()
        where !isNamed(member, relationship, key) && !isCleared(member, relationship)
          && !isRevived(member, relationship)
        {
          return ".\(name) was \(old.sorted()) and is \(new.sorted())"
        }
      } else if row.ends[name] != former.ends[name], !values.contains(position) {
        if row.ends[name] == nil, let end = former.ends[name], isCleared(end, relationship) {
          continue
        }
        if let end = row.ends[name], former.ends[name] == nil, isRevived(end, relationship) {
          continue
        }
        return ".\(name) led to \(former.ends[name] ?? 0) and leads to \(row.ends[name] ?? 0)"
      }
    }
    return nil
  }

  /// Returns whether a link is removed with its deleted target because no rule protects it.
  private func isCleared(_ end: Int64, _ relationship: RelationshipDescription) -> Bool {
    guard after.rows[end] == nil, relationship.isOptional else { return false }
    return inverse(of: relationship).map { $0.deleteRule == .nullify } ?? true
  }

  /// Returns whether a link without an inverse leads to a restored object, so that it has a target again.
  private func isRevived(_ member: Int64, _ relationship: RelationshipDescription) -> Bool {
    relationship.inverse == nil && before.rows[member] == nil
  }

  /// Returns whether the other side names the link.
  private func isNamed(
    _ member: Int64, _ relationship: RelationshipDescription, _ key: Int64
  ) -> Bool {
    guard let inverse = relationship.inverse,
      let change = transaction.changes.first(where: { $0.id.key == member }),
      let position = self.position(of: inverse, change.id.entityName)
    else { return false }
    return change.links.contains { links in
      links.property == position
        && (links.added + links.removed).contains { $0.key == key }
    }
  }

  private func position(of name: String, _ entity: String) -> Int? {
    model[entity]?.persistentProperties.firstIndex { $0.name == name }
  }

  private func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap {
      model[relationship.destination]?.property(named: $0)?.asRelationship
    }
  }

  // MARK: Members of lists

  /// Returns differences between the lists of one-to-many relationships and their members.
  private func membership(_ named: [Int64: StoreChange]) -> String? {
    for change in transaction.changes where change.kind != .delete {
      let properties = model[change.id.entityName]?.persistentProperties ?? []
      for links in change.links {
        guard let relationship = properties[links.property].asRelationship,
          let back = inverse(of: relationship), !back.isToMany
        else { continue }
        // A member in both lists has moved, if it is still a member.
        for member in links.added
        where !links.removed.contains(member)
          && after.rows[member.key]?.ends[back.name] != change.id.key
        {
          return "a list gets what does not lead to it: \(change.id).\(relationship.name) "
            + "\(member), in \(words)"
        }
        for member in links.removed
        where !links.added.contains(member)
          && after.rows[member.key]?.ends[back.name] == change.id.key
        {
          return "a list loses what leads to it: \(change.id).\(relationship.name) \(member), "
            + "in \(words)"
        }
      }
      for value in change.values {
        guard let relationship = properties[value.property].asRelationship,
          let back = inverse(of: relationship), back.isToMany
        else { continue }
        let (old, new) = (
          before.rows[change.id.key]?.ends[relationship.name],
          after.rows[change.id.key]?.ends[relationship.name]
        )
        if old == new { continue }
        if let new, named[new].map({ isIn(change.id, $0, back.name, \.added) }) != true {
          return "a list does not hear of what leads to it now: \(change.id).\(relationship.name) "
            + "leads to \(new), in \(words)"
        }
        if let old, after.rows[old] != nil,
          named[old].map({ isIn(change.id, $0, back.name, \.removed) }) != true
        {
          return "a list does not hear of what led to it: \(change.id).\(relationship.name) "
            + "led to \(old), in \(words)"
        }
      }
    }
    return nil
  }

  private func isIn(
    _ member: ManagedObjectID, _ change: StoreChange, _ name: String,
    _ side: KeyPath<StoreChange.Links, [ManagedObjectID]>
  ) -> Bool {
    let position = position(of: name, change.id.entityName)
    return change.links.contains { $0.property == position && $0[keyPath: side].contains(member) }
  }

  private var words: String {
    transaction.changes.map { change in
      let properties = model[change.id.entityName]?.persistentProperties ?? []
      let values = change.values.map { "\(properties[$0.property].name)=\($0.value)" }
      let links = change.links.map {
        "\(properties[$0.property].name)+\($0.added.map(\.key))-\($0.removed.map(\.key))"
      }
      return "\(change.kind) \(change.id) \((values + links).joined(separator: " "))"
    }.joined(separator: "; ")
  }
}
