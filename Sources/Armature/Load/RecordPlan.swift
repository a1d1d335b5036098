import ArmatureModel

/// A plan for reading and writing the records of one entity: its keys, and the places of their values.
final class RecordPlan {
  let runtime: EntityRuntime
  let members: [Member]
  /// The place of each member's value.
  let places: UnsafeMutableBufferPointer<Place>
  /// The key of each member in JSON form, in the memory of `keyTable`.
  let keys: UnsafeMutableBufferPointer<JSONKey>
  private let keyTable: JSONKeyTable
  /// Where the values of attributes lie that data may give, and of those the required ones.
  private let (attributePlaces, requiredPlaces): ([RowPlace], [RowPlace])
  /// The identifying attribute.
  let identity: Member?
  /// The position of the entity that declares the identity, so that a hierarchy shares one set of identities.
  let identityScope: Int
  /// True if records may name their sub-entity in `@entity`.
  let isPolymorphic: Bool
  /// The key that tells the entity of a record: the discriminator, or else `@entity`.
  let entityKey: String
  /// The value of this key in records of the entity.
  let entityMark: JSONValue
  /// True if each record must have a discriminator.
  let hasDiscriminator: Bool
  /// The positions of the entities that a record here may belong to, by the values of their discriminators.
  let discriminated: [JSONValue: Int]
  /// True if the entity has a parent, sub-entities or a discriminator, so that a record may tell its entity.
  let isInHierarchy: Bool
  /// True if the entity of a record depends on its content.
  let hasChoice: Bool
  /// True if the objects have a custom class, whose `awakeFromInsert()` may do anything.
  let hasHook: Bool
  /// True if the objects have no custom class, even if the entity has one.
  let isPlain: Bool
  /// True if the rules of an object can be checked before other records have been read.
  let validatesAtOnce: Bool
  /// The keys to ignore, unless they belong to readable properties.
  let ignored: Set<String>
  /// The position of the member in which unknown keys are kept; `nil` if they are not kept.
  let kept: Int?
  /// Suggestions for unknown keys.
  let nearMisses = NearMisses()
  private let table: PropertyTable
  /// For each member, its successor in the last record; at 0, the first member.
  private let guesses: UnsafeMutableBufferPointer<Int>

  /// The key for a record's sub-entity in a hierarchy without a discriminator, and in the file of a store.
  static let usualEntityKey = "@entity"
  /// The key for a record's number, which links in the same text refer to.
  static let numberKey = "@id"

  init(_ runtime: EntityRuntime, _ context: ManagedObjectContext, _ options: LoadOptions) {
    let (entity, model) = (runtime.entity, context.model)
    self.runtime = runtime
    let mapKeys = options.isStored ? [:] : model.mapKeys(of: entity)
    members = runtime.properties.map {
      Member(
        $0, key: options.keys.key(of: $0.description),
        isLenient: options.isLenient($0.name, of: entity.name, context.runtime.tree),
        isMapKey: mapKeys[$0.name] != nil, isStored: options.isStored, context.runtime)
    }
    places = .copy(of: members.map(Place.init))
    let attributes = members.filter { $0.attribute != nil && $0.isReadable }
    attributePlaces = attributes.map(\.place)
    requiredPlaces = attributes.filter { $0.attribute?.isOptional == false }.map(\.place)
    keyTable = JSONKeyTable(members.map(\.key))
    keys = keyTable.keys
    table = PropertyTable(names: members.map(\.key))
    guesses = .copy(of: Array(0...members.count))
    let identifying = entity.identifyingAttributes
    identity =
      identifying.count == 1 ? members.first { $0.name == identifying[0].name } : nil
    identityScope =
      context.runtime.index(of: Self.scope(of: identifying.first?.name, entity, model))
      ?? runtime.shape.index
    isPolymorphic = model.entities.contains { $0.parent == entity.name }
    let discriminator = options.isStored ? nil : runtime.discriminator
    hasDiscriminator = discriminator != nil
    entityKey = discriminator ?? Self.usualEntityKey
    entityMark = hasDiscriminator ? entity.valueOfDiscriminator : .string(entity.name)
    var discriminated: [JSONValue: Int] = [:]
    if hasDiscriminator {
      for position in context.runtime.tree.branch(of: entity.name) {
        let entity = context.runtime.entities[position]
        if !entity.isAbstract { discriminated[entity.valueOfDiscriminator] = position }
      }
    }
    self.discriminated = discriminated
    isInHierarchy = isPolymorphic || entity.parent != nil || hasDiscriminator
    hasChoice = isPolymorphic || entity.isAbstract
    hasHook = entity.objectClass != nil && !options.isStored
    isPlain = options.isStored
    ignored = options.ignoring.named(for: entity.name, context.runtime.tree)
    let keptName = options.keeping.attribute(of: entity)?.name
    kept = members.firstIndex { $0.name == keptName }
    validatesAtOnce = options.validates && runtime.program.isLocal
  }

  deinit {
    table.deallocate()
    places.free()
    guesses.free()
  }

  /// The name of the entity.
  var name: String { runtime.entity.name }

  private static func scope(
    of identity: String?, _ entity: EntityDescription, _ model: ManagedObjectModel
  ) -> String {
    guard let identity else { return entity.name }
    var scope = entity
    while let parent = scope.parent.flatMap({ model[$0] }), parent.property(named: identity) != nil
    {
      scope = parent
    }
    return scope.name
  }

  /// The approximate number of bytes of a record.
  var typicalLength: Int { keys.reduce(2) { $0 + $1.count + 16 } }

  /// Whether the values that a draft has got are known to keep the rules of their attributes.
  func keepsRules(_ draft: ManagedObject) -> Bool {
    let row = draft.row
    for place in requiredPlaces where row.isChanged(place) && !row.isPresent(place) {
      return false
    }
    return runtime.program.keepsAttributeRules(draft)
  }

  /// Whether an object is known to have all values that a draft of it has got.
  func hasValues(of draft: ManagedObject, _ object: ManagedObject) -> Bool {
    guard object.isFilled() else { return false }
    let (given, present) = (draft.row, object.row)
    for place in attributePlaces
    where given.isChanged(place) && !present.hasSameBytes(as: given, place) {
      return false
    }
    return true
  }

  /// Returns the member of a property.
  func member(named name: String) -> Member? { members.first { $0.name == name } }

  /// Returns the position of the member of a property.
  func index(ofMember name: String) -> Int? { members.firstIndex { $0.name == name } }

  /// Returns the member with a key.
  func member(withKey key: String) -> Member? { members.first { $0.key.hasSameBytes(as: key) } }

  /// Returns whether an object has the entity or a sub-entity of it.
  func admits(_ object: ManagedObject) -> Bool {
    object.shape == runtime.shape || object.runtime.isKind(of: name)
  }

  /// Reads the next key; first tries the key that followed the last member in an earlier record.
  ///
  /// - Returns: The position of the member; `nil` for an unknown key, which is passed to `unknown`.
  @inline(__always)
  func readKey(
    _ cursor: inout JSONCursor, after last: Int, unknown: (String) -> Void
  ) throws(JSONSyntaxError) -> Int? {
    let guess = guesses[last + 1]
    if guess < places.count, cursor.takeKey(keys[guess]) { return guess }
    return try readOtherKey(&cursor, after: last, unknown: unknown)
  }

  @inline(never)
  private func readOtherKey(
    _ cursor: inout JSONCursor, after last: Int, unknown: (String) -> Void
  ) throws(JSONSyntaxError) -> Int? {
    let key = try cursor.key()
    // A key without bytes has no address; any address will do for no bytes.
    let start = key.bytes.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped
    let name = PropertyName(start: UnsafeRawPointer(start), count: key.bytes.count)
    guard let entry = table.find(name) else {
      unknown(String(decoding: key.bytes, as: UTF8.self))
      return nil
    }
    guesses[last + 1] = Int(entry.place.index)
    return guesses[last + 1]
  }

  /// Returns the most similar key.
  func suggestion(for key: String) -> String? {
    nearMisses.suggestion(for: key, in: []) {
      let readable = members.filter(\.isReadable)
      return readable.first { $0.name == key || $0.formerName == key }?.key
        ?? nearMiss(key, in: readable.lazy.map(\.key))
    }
  }
}
