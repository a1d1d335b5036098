import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the runtime derives from an entity: where values lie, and how to make an object.
///
/// `@unchecked Sendable`: everything is immutable after `init`; the template row, the table and the
/// shape are only read.
package final class EntityRuntime: @unchecked Sendable {
  let entity: EntityDescription
  let isAbstract: Bool
  /// The properties that rows hold, inherited ones first.
  let properties: [StoredProperty]
  /// Those that stores keep: all but the transient ones.
  let persistentProperties: [StoredProperty]
  /// Where those of them lie that are links.
  let persistentLinks: [RowPlace]
  /// Finds properties by name.
  let table: PropertyTable
  /// What hot paths need, as plain data.
  let shape: UnsafePointer<EntityShape>
  /// The rules, compiled by `program` when they are first needed.
  let rules = LazyReference()
  /// Which properties snapshots have, set out when the first is taken.
  let sharedLayout = LazyReference()
  /// The relationships that may lead to objects that were deleted.
  let dangling: Set<String>
  let derivedProperties: [StoredProperty]
  /// The properties whose values the class wants to look at when they are validated.
  let validatedProperties: [StoredProperty]
  /// The attributes that identify an object to a human.
  let identifyingProperties: [StoredProperty]
  /// The entities of the model, to follow relationships that lead to no object.
  let tree: EntityTree
  /// The row that new objects get a copy of.
  private let template: Row
  /// Places of the template whose value is a reference that a copy must retain.
  private let templateReferences: UnsafeMutableBufferPointer<RowPlace>
  private let dynamicDefaults: [(place: RowPlace, value: DefaultValue)]
  /// The class of the objects; `nil` where they are plain. A type is not counted as a closure is.
  private let objectClass: ManagedObject.Type?

  /// - Parameters:
  ///   - index: The position of the entity in its model.
  ///   - tree: All entities of the model.
  ///   - denying: The relationships that keep what they lead to from being deleted by a save.
  ///   - needed: The relationships of which a deletion must know all that they lead to.
  ///   - mayLeaveLinks: Whether links may lead to objects of the entity that were deleted.
  ///   - concernsDerivations: Whether a change of an object can change a derived value.
  init(
    _ entity: EntityDescription, index: Int, tree: EntityTree, dangling: Set<String> = [],
    denying: Set<String> = [], needed: Set<String> = [], mayLeaveLinks: Bool = false,
    concernsDerivations: Bool = false
  ) {
    self.entity = entity
    self.tree = tree
    isAbstract = entity.isAbstract
    let (properties, byteCount) = Self.layOut(entity.properties.filter(\.isStored))
    self.properties = properties
    persistentProperties = properties.filter { !$0.description.isTransient }
    let persistentPlaces = persistentProperties.map(\.place)
    persistentLinks = persistentPlaces.filter(\.isLink)
    let places = properties.map(\.place)
    table = PropertyTable(
      names: properties.map(\.name), places: places,
      aliases: Self.aliases(of: properties, tree.shapes(of: entity.name)))
    derivedProperties = properties.filter { $0.description.asAttribute?.derivation != nil }
    identifyingProperties = properties.filter { $0.description.asAttribute?.isIdentifying == true }
    objectClass = entity.objectClass?.maker as? ManagedObject.Type
    validatedProperties = Self.validatedProperties(of: objectClass, entity, properties)

    let shape = UnsafeMutablePointer<EntityShape>.allocate(capacity: 1)
    let links = properties.filter(\.isLink)
    let plans = Self.plans(
      of: links, entity, tree, dangling: dangling, denying: denying, needed: needed)
    let made = EntityShape(
      places: .copy(of: places), persistent: .copy(of: persistentPlaces),
      managed: .copy(of: places.filter { Self.isManaged($0.kind) }),
      links: .copy(of: plans),
      linkPositions: .copy(of: Self.positions(of: links, among: properties.count)),
      byteCount: byteCount,
      maskCount: Self.maskCount(of: properties.count), tableMask: table.mask, index: index,
      order: tree.order(of: entity.name),
      hasUniqueIndexes: !entity.uniquenessConstraints.isEmpty,
      hasIndexes: !entity.uniquenessConstraints.isEmpty
        || tree.lineage(of: entity.name).contains { !$0.indexes.isEmpty },
      hasHooks: objectClass != nil,
      concernsDerivations: concernsDerivations,
      mayLeaveLinks: mayLeaveLinks,
      mayBeDenied: links.contains { $0.description.asRelationship?.deleteRule == .deny },
      // Replaced below, when there is a reference to `self`.
      runtime: Unmanaged.fromOpaque(UnsafeRawPointer(table.entries)))
    shape.initialize(to: made)
    self.shape = UnsafePointer(shape)
    (UnsafeMutableRawPointer(table.entries) - 8).storeBytes(
      of: self.shape, as: UnsafePointer<EntityShape>.self)

    self.dangling = dangling
    template = Row.allocate(made)
    shape.pointee.blank = UnsafeRawPointer(Row.allocate(made).base)
    template.tableMask = table.mask
    dynamicDefaults = Self.fill(template, properties)
    let template = template
    templateReferences = .copy(of: made.managed.filter { Self.isReference($0, in: template) })
    shape.pointee.runtime = Unmanaged.passUnretained(self)
  }

  /// What hot paths need of each relationship.
  private static func plans(
    of links: [StoredProperty], _ entity: EntityDescription, _ tree: EntityTree,
    dangling: Set<String>, denying: Set<String>, needed: Set<String>
  ) -> [LinkPlan] {
    let unique = Set(entity.uniquenessConstraints.flatMap(\.properties))
    return links.map {
      LinkPlan(
        $0, tree, mayDangle: dangling.contains($0.name) || denying.contains($0.name),
        mayBeLeft: dangling.contains($0.name), isUnique: unique.contains($0.name),
        isNeededToDelete: needed.contains($0.name))
    }
  }

  /// Gives each property its place in a row, behind the header and the masks.
  private static func layOut(
    _ descriptions: [PropertyDescription]
  ) -> (properties: [StoredProperty], byteCount: Int) {
    var word = (RowPlace.headerBytes + 16 * maskCount(of: descriptions.count)) / 8
    var properties: [StoredProperty] = []
    for (index, description) in descriptions.enumerated() {
      let kind = description.storageKind
      properties.append(
        StoredProperty(description, RowPlace(word: word, index: index, kind: kind)))
      word += words(of: kind)
    }
    return (properties, word * 8)
  }

  /// How many words it takes to have a bit for each property.
  private static func maskCount(of propertyCount: Int) -> Int { max(1, (propertyCount + 63) / 64) }

  /// The properties that a class has validated one by one.
  private static func validatedProperties(
    of objectClass: ManagedObject.Type?, _ entity: EntityDescription,
    _ properties: [StoredProperty]
  ) -> [StoredProperty] {
    (objectClass?.validatedKeys ?? []).map { key in
      guard let property = properties.first(where: { $0.name == key }) else {
        let error = ManagedObjectError.unknownKey(
          entity: entity.name, key: key, suggestion: nearMiss(key, in: properties.map(\.name)))
        programmerError("validatedKeys: \(error)")
      }
      return property
    }
  }

  /// The position among all links of the link at each place, and 0 for all else.
  private static func positions(
    of links: [StoredProperty], among propertyCount: Int
  ) -> [UInt16] {
    var positions = [UInt16](repeating: 0, count: propertyCount)
    for (position, link) in links.enumerated() {
      positions[Int(link.place.index)] = UInt16(position)
    }
    return positions
  }

  /// Gives a row the defaults that are constants.
  ///
  /// - Returns: The others, which each object is given.
  private static func fill(
    _ template: Row, _ properties: [StoredProperty]
  ) -> [(place: RowPlace, value: DefaultValue)] {
    var others: [(place: RowPlace, value: DefaultValue)] = []
    for property in properties {
      switch property.description.asAttribute?.defaultValue {
      case .constant(let value): _ = template.setValue(value.compacted, property.place)
      case .some(let value): others.append((property.place, value))
      case nil: break
      }
    }
    return others
  }

  deinit {
    template.deallocate(shape.pointee.managed)
    if let blank = shape.pointee.blank {
      Row(base: UnsafeMutableRawPointer(mutating: blank)).deallocate(shape.pointee.managed)
    }
    templateReferences.free()
    table.deallocate()
    shape.pointee.deallocate()
    shape.deallocate()
  }

  /// The keys by which typed views look properties up, as far as these are of the type that the view
  /// has.
  private static func aliases(
    of properties: [StoredProperty], _ shapes: [SchemaShape]
  ) -> [(key: UInt64, place: RowPlace)] {
    if shapes.isEmpty { return [] }
    let places = Dictionary(
      properties.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
    // Accessors of classes know only the lower half of a key, which no alias may have.
    let taken = Set(properties.map { $0.name.withPropertyName(\.accessorHash) })
    return shapes.flatMap(\.members).compactMap { member in
      guard let place = places[member.name], place.kind == member.kind,
        !taken.contains(UInt32(truncatingIfNeeded: member.key & ~15))
      else { return nil }
      return (member.key, place)
    }
  }

  private static func words(of kind: StorageKind) -> Int {
    switch kind {
    case .string: MemoryLayout<String>.stride / 8
    case .data: MemoryLayout<Data>.stride / 8
    case .uuid: 2
    case .decimal: 3
    case .value: MemoryLayout<AttributeValue>.stride / 8
    default: 1
    }
  }

  private static func isManaged(_ kind: StorageKind) -> Bool {
    kind == .string || kind == .data || kind == .value || kind == .objects
  }

  /// Whether a value of the template lives on the heap; the others are copied as bytes.
  private static func isReference(_ place: RowPlace, in template: Row) -> Bool {
    switch place.kind {
    // Fifteen bytes of text and fourteen of data fit in place.
    case .string: template.memory(place, as: String.self).pointee.utf8.count > 15
    case .data: template.memory(place, as: Data.self).pointee.count > 14
    case .objects: false
    default: !template.memory(place, as: AttributeValue.self).pointee.isNull
    }
  }

  /// Whether objects have hooks: those of a class do, which may do anything.
  var hasHooks: Bool { objectClass != nil }

  /// Makes an object with the defaults.
  ///
  /// - Parameters:
  ///   - environment: Only asked for where a default needs it.
  ///   - memory: That of the row; `nil` for memory of its own.
  func makeObject(
    _ environment: @autoclosure () -> ObjectEnvironment, in memory: UnsafeMutableRawPointer? = nil
  ) -> ManagedObject {
    make(makeRow(environment(), in: memory))
  }

  /// Makes an object with the defaults that is no object of the entity's class.
  func makePlainObject(
    _ environment: @autoclosure () -> ObjectEnvironment, in memory: UnsafeMutableRawPointer
  ) -> ManagedObject {
    ManagedObject(seed(makeRow(environment(), in: memory)))
  }

  /// Makes what an object with the defaults is made from.
  func makeSeed(_ environment: @autoclosure () -> ObjectEnvironment) -> ObjectSeed {
    seed(makeRow(environment(), in: nil))
  }

  @inline(__always) private func makeRow(
    _ environment: @autoclosure () -> ObjectEnvironment, in memory: UnsafeMutableRawPointer?
  ) -> Row {
    let row = copyTemplate(to: memory ?? RowMemory.allocate(shape.pointee.byteCount))
    if !dynamicDefaults.isEmpty { fill(row, environment()) }
    return row
  }

  @inline(__always) private func seed(_ row: Row) -> ObjectSeed {
    ObjectSeed(entries: table.entries, base: row.base)
  }

  /// Makes an object around a row.
  func make(_ row: Row) -> ManagedObject {
    if let objectClass { return objectClass.init(seed(row)) }
    return ManagedObject(seed(row))
  }

  /// Makes a plain object without values, not even defaults, that is in no context.
  func makeDraft() -> ManagedObject {
    let row = Row.allocate(shape.pointee)
    row.tableMask = table.mask
    return ManagedObject(seed(row))
  }

  /// Makes an object whose values are filled in when they are first asked for.
  func makeFault() -> ManagedObject { makeFault(Row.allocate(shape.pointee)) }

  /// Makes a fault around a row that has its values, and is in no context.
  func makeFault(_ row: Row) -> ManagedObject {
    row.state = .fault | .unchanged
    return make(row)
  }

  private func copyTemplate(to base: UnsafeMutableRawPointer) -> Row {
    base.copyMemory(from: template.base, byteCount: shape.pointee.byteCount)
    if templateReferences.count > 0 { template.retainCopied(templateReferences, in: base) }
    return Row(base: base)
  }

  private func fill(_ row: Row, _ environment: ObjectEnvironment) {
    for (place, value) in dynamicDefaults {
      switch value {
      case .constant: break
      case .now: _ = row.setValue(.date(environment.now()), place)
      case .uuid: _ = row.setValue(.uuid(environment.makeUUID()), place)
      case .computed(let computed):
        if let made = computed.make?() { _ = row.setValue(made, place) }
      }
    }
  }

  /// The property of a name.
  func property(named name: String) -> StoredProperty? {
    table.find(name).map { properties[Int($0.pointee.place.index)] }
  }

  func property(named name: PropertyName) -> StoredProperty? {
    table.find(name).map { properties[Int($0.pointee.place.index)] }
  }

  /// The relationships.
  var links: some Sequence<StoredProperty> { properties.lazy.filter(\.isLink) }

  func isKind(of entityName: String) -> Bool { tree.isKind(shape.pointee.order, of: entityName) }
}

extension EntityShape {
  fileprivate func deallocate() {
    places.free()
    persistent.free()
    managed.free()
    links.free()
    linkPositions.free()
  }
}

extension LinkPlan {
  fileprivate init(
    _ property: StoredProperty, _ tree: EntityTree, mayDangle: Bool, mayBeLeft: Bool,
    isUnique: Bool, isNeededToDelete: Bool
  ) {
    // Only relationships are links.
    let relationship = property.description.asRelationship
    let destination = relationship?.destination ?? ""
    let inverse = relationship?.inverse
    let orders = tree.orders(of: destination)
    self.init(
      place: property.place, firstOrder: orders.lowerBound, lastOrder: orders.upperBound,
      inverseIndex: inverse.flatMap { tree.position(of: $0, in: destination) }.map(Int32.init)
        ?? -1,
      isInverseToMany: inverse.flatMap { tree.property(named: $0, of: destination) }?
        .asRelationship?.isToMany ?? false, isToMany: relationship?.isToMany ?? false,
      deleteRule: relationship?.deleteRule ?? .noAction, mayDangle: mayDangle,
      mayBeLeft: mayBeLeft, isUnique: isUnique, isNeededToDelete: isNeededToDelete)
  }
}

extension PropertyDescription {
  /// Whether a row holds the property.
  var isStored: Bool { if case .fetched = self { false } else { true } }

  /// How a row keeps the property.
  var storageKind: StorageKind {
    switch self {
    case .attribute(let attribute): attribute.type.storageKind
    case .relationship(let relationship): relationship.isToMany ? .objects : .object
    case .fetched: .converted
    }
  }
}

extension AttributeValue {
  /// The same value, kept in place if it is short, however much room it had been given before.
  fileprivate var compacted: AttributeValue {
    switch self {
    case .string(let text) where text.utf8.count <= 15:
      .string(String(decoding: Array(text.utf8), as: UTF8.self))
    case .data(let data) where data.count <= 14: .data(Data(Array(data)))
    default: self
    }
  }
}
