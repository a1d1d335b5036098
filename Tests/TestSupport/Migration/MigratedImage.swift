import ArmatureModel

/// The expected rows after a change of their model, derived from the numbers in a sketch.
struct MigratedImage {
  /// The data that would be lost; `nil` if none is.
  private(set) var loss: String?
  private var image = GraphImage()
  private let old: SketchedModel
  private let new: SketchedModel
  /// The number of each row's entity.
  private var entities: [Int64: Int] = [:]
  /// The lists that must preserve their order.
  private var ordered: Set<String> = []

  /// Whether the migration drops everything removed.
  private let drops: Bool

  init(_ before: GraphImage, from old: SketchedModel, to new: SketchedModel, drops: Bool) {
    (self.old, self.new, self.drops) = (old, new, drops)
    for (key, row) in before.rows {
      entities[key] = old.entities.first { $0.name == row.entity }?.number
    }
    for (key, row) in before.rows {
      guard let entity = entities[key], let position = new.position(entity) else {
        if !drops { loss = "\(row.entity) \(key) is of no entity" }
        continue
      }
      var migrated = GraphImage.Row(entity: new.entities[position].name)
      setValues(of: &migrated, row, entity)
      setLinks(of: &migrated, row, entity)
      image.rows[key] = migrated
    }
  }

  private mutating func setValues(
    of migrated: inout GraphImage.Row, _ row: GraphImage.Row, _ entity: Int
  ) {
    let (before, after) = (old.attributes(of: entity), new.attributes(of: entity))
    for (number, attribute) in before
    where !drops && after[number] == nil && row.values[attribute.name] != nil {
      loss = "\(row.entity).\(attribute.name) has a value, and is gone"
    }
    for (number, attribute) in after {
      let former = before[number].map { row.values[$0.name] }
      switch former {
      case .some(let value?):
        migrated.values[attribute.name] =
          before[number]?.type == attribute.type
          ? value : MigratedValue.value(of: value, as: attribute.type)
        if migrated.values[attribute.name] == nil {
          loss = "\(row.entity).\(attribute.name) is \(value), which is no \(attribute.type)"
        }
      case .some(nil) where attribute.isOptional: break
      default:
        migrated.values[attribute.name] = attribute.defaultValue
        if attribute.defaultValue == nil, !attribute.isOptional {
          loss = "\(row.entity).\(attribute.name) has no value"
        }
      }
    }
  }

  private mutating func setLinks(
    of migrated: inout GraphImage.Row, _ row: GraphImage.Row, _ entity: Int
  ) {
    let (before, after) = (old.links(of: entity), new.links(of: entity))
    for (number, link) in before {
      var members = row.lists[link.name] ?? row.ends[link.name].map { [$0] } ?? []
      if drops { members.removeAll { new.position(entities[$0] ?? 0) == nil } }
      if members.isEmpty { continue }
      guard let present = after[number] else {
        if drops { continue }
        loss = "\(row.entity).\(link.name) has members, and is gone"
        continue
      }
      let strays = members.contains { member in
        !new.lineage(entities[member] ?? 0).contains { $0.number == present.destination }
      }
      if strays { loss = "\(row.entity).\(link.name) leads to what is no member any more" }
      if members.count > 1,
        present.arity == .toOne || link.arity == .ordered && present.arity != .ordered
      {
        loss = "\(row.entity).\(link.name) has several members, or an order"
      }
      if present.arity == .toOne {
        migrated.ends[present.name] = members[0]
      } else {
        migrated.lists[present.name] = members
        if link.arity == .ordered, present.arity == .ordered {
          ordered.insert("\(migrated.entity).\(present.name)")
        }
      }
    }
  }

  /// Returns the differences in the migrated rows.
  func difference(from after: GraphImage) -> String? {
    for key in Set(image.rows.keys).union(after.rows.keys).sorted() {
      guard let wanted = image.rows[key] else { return "\(key) is there" }
      guard let found = after.rows[key] else { return "\(key) is not there" }
      if wanted.entity != found.entity { return "\(key) is of \(found.entity)" }
      if wanted.values != found.values {
        return "\(key) has \(found.values), and must \(wanted.values)"
      }
      if wanted.ends != found.ends {
        return "\(key) leads to \(found.ends), and must \(wanted.ends)"
      }
      for name in Set(wanted.lists.keys).union(found.lists.keys) {
        var (mine, theirs) = (wanted.lists[name] ?? [], found.lists[name] ?? [])
        if !ordered.contains("\(wanted.entity).\(name)") {
          mine.sort()
          theirs.sort()
        }
        if mine != theirs { return "\(key).\(name) has \(theirs), and must \(mine)" }
      }
    }
    return nil
  }
}
