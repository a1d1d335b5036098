import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The runtime data of an entity: the layout of its rows, and the way to create objects.
///
/// `@unchecked Sendable`: everything is immutable after `init`. The template row, the table and the shape are only
/// read.
package final class EntityRuntime: @unchecked Sendable {
  let entity: EntityDescription
  let isAbstract: Bool
  /// The stored properties, inherited ones first.
  let properties: [StoredProperty]
  /// The stored properties that stores keep: all but the transient ones.
  let persistentProperties: [StoredProperty]
  /// The places of persistent relationships.
  let persistentLinks: [RowPlace]
  /// Finds properties by name.
  let table: PropertyTable
  /// The data that hot paths need.
  let shape: EntityShape
  /// The rules, compiled by `program` on first use.
  let rules = LazyReference()
  /// The layout of snapshots, made for the first one.
  let sharedLayout = LazyReference()
  /// The relationships that may lead to deleted objects.
  let dangling: Set<String>
  let derivedProperties: [StoredProperty]
  /// The properties with validation methods in the class.
  let validatedProperties: [StoredProperty]
  /// The attributes that identify an object to a human.
  let identifyingProperties: [StoredProperty]
  /// The key in JSON that tells which entity a record is of.
  let discriminator: String?
  /// The relationships that may lead to the owner of an object.
  let owners: [StoredProperty]
  /// The entities of the model, for relationships without a destination object.
  let tree: EntityTree
  /// The row that new objects copy.
  private let template: Row
  /// The places of references in the template, which a copy must retain.
  private let templateReferences: UnsafeMutableBufferPointer<RowPlace>
  private let dynamicDefaults: [(place: RowPlace, value: DefaultValue)]
  /// The class of the objects; `nil` for plain objects. Unlike a closure, a type needs no reference counting.
  private let objectClass: ManagedObject.Type?

  /// - Parameters:
  ///   - index: The position of the entity in its model.
  ///   - tree: All entities of the model.
  ///   - denying: The relationships that forbid the deletion of the objects to which they lead.
  ///   - needed: The relationships that must be read completely before an object is deleted.
  ///   - mayLeaveLinks: True if a link can still lead to an object of the entity after the object was deleted.
  ///   - concernsDerivations: True if derived values depend on objects of the entity.
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
    discriminator = tree.lineage(of: entity.name).lazy.compactMap(\.discriminator).first
    owners = properties.filter { $0.description.asRelationship?.leadsToOwner == true }
    objectClass = entity.objectClass?.maker as? ManagedObject.Type
    validatedProperties = Self.validatedProperties(of: objectClass, entity, properties)

    let facts = UnsafeMutablePointer<EntityShape.Facts>.allocate(capacity: 1)
    let links = properties.filter(\.isLink)
    let plans = Self.plans(
      of: links, entity, tree, dangling: dangling, denying: denying, needed: needed)
    let made = EntityShape.Facts(
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
      // Replaced below, when `self` can be referenced.
      runtime: Unmanaged.fromOpaque(UnsafeRawPointer(table.entries)))
    facts.initialize(to: made)
    shape = EntityShape(UnsafePointer(facts))
    (UnsafeMutableRawPointer(table.entries) - 8).storeBytes(
      of: shape, as: EntityShape.self)

    self.dangling = dangling
    template = Row.allocate(shape)
    facts.pointee.blank = UnsafeRawPointer(Row.allocate(shape).base)
    template.tableMask = table.mask
    dynamicDefaults = Self.fill(template, properties)
    let template = template
    templateReferences = .copy(of: made.managed.filter { Self.isReference($0, in: template) })
    facts.pointee.runtime = Unmanaged.passUnretained(self)
  }

  /// Returns the link plans of all relationships.
  private static func plans(
    of links: [StoredProperty], _ entity: EntityDescription, _ tree: EntityTree,
    dangling: Set<String>, denying: Set<String>, needed: Set<String>
  ) -> [LinkPlan.Facts] {
    let unique = Set(entity.uniquenessConstraints.flatMap(\.properties))
    return links.map {
      LinkPlan.Facts(
        $0, tree, mayDangle: dangling.contains($0.name) || denying.contains($0.name),
        mayBeLeft: dangling.contains($0.name), isUnique: unique.contains($0.name),
        isNeededToDelete: needed.contains($0.name))
    }
  }

  /// Assigns each property its place in a row, after the header and the masks.
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

  /// Returns the number of words with a bit for each property.
  private static func maskCount(of propertyCount: Int) -> Int { max(1, (propertyCount + 63) / 64) }

  /// Returns the properties with validation methods in the class.
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

  /// Returns the position that each link has among all links. The result is indexed by place, and is 0 for properties
  /// that are not links.
  private static func positions(
    of links: [StoredProperty], among propertyCount: Int
  ) -> [UInt16] {
    var positions = [UInt16](repeating: 0, count: propertyCount)
    for (position, link) in links.enumerated() {
      positions[Int(link.place.index)] = UInt16(position)
    }
    return positions
  }

  /// Stores constant defaults in a row.
  ///
  /// - Returns: The other defaults, which are computed for each object.
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
    template.deallocate(shape.managed)
    if let blank = shape.blank {
      Row(base: UnsafeMutableRawPointer(mutating: blank)).deallocate(shape.managed)
    }
    templateReferences.free()
    table.deallocate()
    shape.deallocate()
  }

  /// Returns the keys by which typed views look up properties, for the properties that have the type of the view.
  private static func aliases(
    of properties: [StoredProperty], _ shapes: [SchemaShape]
  ) -> [(key: UInt64, place: RowPlace)] {
    if shapes.isEmpty { return [] }
    let places = Dictionary(
      properties.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
    // Class accessors know only the lower half of a key, which no alias may share.
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

  /// Returns whether a value of the template is allocated on the heap. All other values can be copied as bytes.
  private static func isReference(_ place: RowPlace, in template: Row) -> Bool {
    switch place.kind {
    // Fifteen bytes of text and fourteen of data are stored inline.
    case .string: template[place, as: String.self].utf8.count > 15
    case .data: template[place, as: Data.self].count > 14
    case .objects: false
    default: !template[place, as: AttributeValue.self].isNull
    }
  }

  /// Whether objects may have hooks: a class may implement any of them.
  var hasHooks: Bool { objectClass != nil }

  /// Creates an object with the default values.
  ///
  /// - Parameters:
  ///   - environment: The sources of computed defaults. It is only evaluated if a default needs it.
  ///   - memory: The memory of the row; `nil` to allocate it.
  func makeObject(
    _ environment: @autoclosure () -> ObjectEnvironment, in memory: UnsafeMutableRawPointer? = nil
  ) -> ManagedObject {
    make(makeRow(environment(), in: memory))
  }

  /// Makes an object with the defaults that does not have the entity's class.
  func makePlainObject(
    _ environment: @autoclosure () -> ObjectEnvironment, in memory: UnsafeMutableRawPointer
  ) -> ManagedObject {
    ManagedObject(seed(makeRow(environment(), in: memory)))
  }

  /// Makes the seed of an object with the defaults.
  func makeSeed(_ environment: @autoclosure () -> ObjectEnvironment) -> ObjectSeed {
    seed(makeRow(environment(), in: nil))
  }

  @inline(__always) private func makeRow(
    _ environment: @autoclosure () -> ObjectEnvironment, in memory: UnsafeMutableRawPointer?
  ) -> Row {
    let row = copyTemplate(to: memory ?? RowMemory.allocate(shape.byteCount))
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

  /// Makes a plain object without values, not even defaults, and without a context.
  func makeDraft() -> ManagedObject {
    let row = Row.allocate(shape)
    row.tableMask = table.mask
    return ManagedObject(seed(row))
  }

  /// Makes an object that loads its values on first access.
  func makeFault() -> ManagedObject { makeFault(Row.allocate(shape)) }

  /// Makes a fault around a row with values, without a context.
  func makeFault(_ row: Row) -> ManagedObject {
    row.state = .fault | .unchanged
    return make(row)
  }

  private func copyTemplate(to base: UnsafeMutableRawPointer) -> Row {
    base.copyMemory(from: template.base, byteCount: shape.byteCount)
    if templateReferences.count > 0 { template.retainCopied(templateReferences, in: base) }
    return Row(base: base)
  }

  private func fill(_ row: Row, _ environment: ObjectEnvironment) {
    for (place, value) in dynamicDefaults {
      switch value {
      case .constant: break
      case .now: _ = row.setValue(.date(environment.now()), place)
      case .uuid: _ = row.setValue(.uuid(environment.makeUUID()), place)
      case .uuidv7: _ = row.setValue(.uuid(environment.makeTimeOrderedUUID()), place)
      case .computed(let computed):
        if let made = computed.make?() { _ = row.setValue(made, place) }
      }
    }
  }

  /// Returns the property with a name.
  func property(named name: String) -> StoredProperty? {
    table.find(name).map { properties[Int($0.place.index)] }
  }

  func property(named name: PropertyName) -> StoredProperty? {
    table.find(name).map { properties[Int($0.place.index)] }
  }

  /// The relationships.
  var links: some Sequence<StoredProperty> { properties.lazy.filter(\.isLink) }

  func isKind(of entityName: String) -> Bool { tree.isKind(shape.order, of: entityName) }
}

extension LinkPlan.Facts {
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
  /// Whether a row stores the property.
  var isStored: Bool { if case .fetched = self { false } else { true } }

  /// The storage of the property in a row.
  var storageKind: StorageKind {
    switch self {
    case .attribute(let attribute): attribute.type.storageKind
    case .relationship(let relationship): relationship.isToMany ? .objects : .object
    case .fetched: .converted
    }
  }
}

extension AttributeValue {
  /// The same value. A short value is stored inline, even if it had heap memory before.
  fileprivate var compacted: AttributeValue {
    switch self {
    case .string(let text) where text.utf8.count <= 15:
      .string(String(decoding: Array(text.utf8), as: UTF8.self))
    case .data(let data) where data.count <= 14: .data(Data(Array(data)))
    default: self
    }
  }
}
