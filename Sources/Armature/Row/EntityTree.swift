import ArmatureModel

/// The inheritance tree of a model's entities, which relationships use to check their destinations.
///
/// The entities are numbered so that each parent comes before its sub-entities. An entity and its descendants then have
/// consecutive numbers, and testing whether an object belongs to an entity takes two comparisons. The tree does not
/// refer to the model, so an object can keep the tree after the model has been released.
final class EntityTree: Sendable {
  private let entities: [EntityDescription]
  private let positions: [String: Int]
  /// The numbers, by position.
  private let orders: [Int32]
  /// The greatest number among each entity's descendants, by position.
  private let lastOrders: [Int32]
  /// The positions by number.
  private let byOrder: [Int]
  /// Whether any property of any entity is transient.
  let hasTransientProperties: Bool

  init(_ entities: [EntityDescription]) {
    self.entities = entities
    hasTransientProperties = entities.contains { $0.properties.contains(where: \.isTransient) }
    let positions = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    var children = [[Int]](repeating: [], count: entities.count)
    var roots: [Int] = []
    for (position, entity) in entities.enumerated() {
      if let parent = entity.parent.flatMap({ positions[$0] }), parent != position {
        children[parent].append(position)
      } else {
        roots.append(position)
      }
    }
    var orders = [Int32](repeating: 0, count: entities.count)
    var lastOrders = orders
    var byOrder: [Int] = []
    // A list instead of recursion: inheritance may be thousands of levels deep.
    var waiting = Array(roots.reversed())
    while let position = waiting.popLast() {
      orders[position] = Int32(byOrder.count)
      byOrder.append(position)
      waiting.append(contentsOf: children[position].reversed())
    }
    for position in byOrder.reversed() {
      lastOrders[position] = max(lastOrders[position], orders[position])
      if let parent = entities[position].parent.flatMap({ positions[$0] }) {
        lastOrders[parent] = max(lastOrders[parent], lastOrders[position])
      }
    }
    self.positions = positions
    self.orders = orders
    self.lastOrders = lastOrders
    self.byOrder = byOrder
  }

  /// Returns the number of an entity.
  func order(of entityName: String) -> Int32 { positions[entityName].map { orders[$0] } ?? -1 }

  func order(at position: Int) -> Int32 { orders[position] }
  func lastOrder(at position: Int) -> Int32 { lastOrders[position] }

  /// Returns the numbers of an entity and its descendants. The range contains no entity if the entity is unknown.
  func orders(of entityName: String) -> ClosedRange<Int32> {
    guard let position = positions[entityName] else { return -2 ... -2 }
    return orders[position]...lastOrders[position]
  }

  /// Returns whether an entity, given by number, is another one or its descendant.
  func isKind(_ order: Int32, of entityName: String) -> Bool {
    orders(of: entityName).contains(order)
  }

  /// Returns the positions of an entity and its descendants in the model. The entity itself comes first.
  func branch(of entityName: String) -> [Int] {
    let orders = orders(of: entityName)
    return orders.lowerBound < 0
      ? [] : orders.map { byOrder[Int($0)] }
  }

  /// Returns the entity and all its ancestors.
  func lineage(of entityName: String) -> [EntityDescription] {
    var lineage: [EntityDescription] = []
    var name: String? = entityName
    while let position = name.flatMap({ positions[$0] }), lineage.count < entities.count {
      lineage.append(entities[position])
      name = entities[position].parent
    }
    return lineage
  }

  /// Returns the layouts of an entity's properties in the schemas that declare them.
  func shapes(of entityName: String) -> [SchemaShape] {
    lineage(of: entityName).compactMap(\.schemaShape)
  }

  /// Returns the position of a property among an entity's stored properties.
  func position(of property: String, in entityName: String) -> Int? {
    guard let position = positions[entityName] else { return nil }
    return entities[position].properties.lazy.filter(\.isStored).enumerated()
      .first { $0.element.name == property }?.offset
  }

  /// Returns the entity with a name.
  func entity(named name: String) -> EntityDescription? { positions[name].map { entities[$0] } }

  /// Returns the first property with a name, in an entity or its descendants.
  func property(named name: String, of entityName: String) -> PropertyDescription? {
    for position in branch(of: entityName) {
      if let property = entities[position].property(named: name) { return property }
    }
    return nil
  }

  /// Returns the names of an entity's properties.
  func propertyNames(of entityName: String) -> [String] {
    positions[entityName].map { entities[$0].properties.map(\.name) } ?? []
  }

  /// Returns the class of an entity's objects. The objects of sub-entities have this class or a subclass of it.
  func objectClass(of entityName: String) -> ManagedObject.Type {
    positions[entityName].map(objectClass) ?? ManagedObject.self
  }

  private func objectClass(at position: Int) -> ManagedObject.Type {
    entities[position].objectClass?.maker as? ManagedObject.Type ?? ManagedObject.self
  }

  /// Returns whether an object of an entity may have a class.
  func mayHave(_ type: ManagedObject.Type, _ entityName: String) -> Bool {
    if type == ManagedObject.self || positions[entityName] == nil { return true }
    return branch(of: entityName).contains { isClass(objectClass(at: $0), under: type) }
  }
}
