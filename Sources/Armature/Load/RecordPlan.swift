import ArmatureModel

/// How the records of one entity are read and written: its keys, and where their values go.
final class RecordPlan {
  /// A key of a record; a class, since descriptions are large and members are passed around.
  final class Member {
    let slot: RowLayout.Slot
    let key: String
    /// What a to-one or to-many relationship leads to.
    let destination: String?
    /// Whether the value may come from data.
    let isReadable: Bool
    let attribute: AttributeDescription?

    init(_ slot: RowLayout.Slot, key: String) {
      self.slot = slot
      self.key = key
      destination = slot.property.asRelationship?.destination
      attribute = slot.property.asAttribute
      isReadable = attribute?.derivation == nil && !slot.property.isTransient
    }

    /// The name of the property.
    var name: String { slot.name }
  }

  /// What the fast path needs of a member, without references that would have to be counted.
  struct Target {
    let kind: StorageKind
    let offset: Int
    let maskOffset: Int
    let bit: UInt64
    /// Whether a new object has a value, which only a null takes away.
    let hasDefault: Bool
  }

  let runtime: EntityRuntime
  let program: ValidationProgram
  let targets: UnsafeMutableBufferPointer<Target>
  let members: [Member]
  let keys: JSONKeyTable
  /// The name of the property whose value identifies an object.
  let identity: RowLayout.Slot?
  /// The entity that declares the identity, so that a hierarchy shares one set of identities.
  let identityScope: String
  /// Whether records may say in `@entity` which sub-entity they are of.
  let isPolymorphic: Bool
  /// Whether the entity has a parent or sub-entities, so that `@entity` means something.
  let isInHierarchy: Bool
  /// Whether a record must be looked at to know which entity it is of.
  let hasChoice: Bool
  /// Whether the objects have a class, whose `awakeFromInsert()` may do anything.
  let hasHook: Bool
  /// Whether the rules of an object can be checked before other records have been read.
  let judgesAtOnce: Bool
  private let table: PropertyTable
  /// The near misses of the unknown keys so far: data repeats its mistakes in each record.
  private var suggestions: [String: String?] = [:]
  /// After each member (and at 0 before the first) the one that followed last time.
  private let guesses: UnsafeMutableBufferPointer<Int>

  init(
    _ runtime: EntityRuntime, _ model: ManagedObjectModel, _ strategy: KeyStrategy,
    validates: Bool = false
  ) {
    self.runtime = runtime
    let entity = runtime.entity
    members = runtime.layout.slots.map { Member($0, key: strategy.key(of: $0.property)) }
    targets = .copy(
      of: members.map { member in
        Target(
          // Derived and transient properties take the slow path, which refuses them.
          kind: member.isReadable ? member.slot.kind : .converted, offset: member.slot.offset,
          maskOffset: member.slot.changedOffset, bit: member.slot.bit,
          hasDefault: member.isReadable && member.attribute?.defaultValue != nil)
      })
    keys = JSONKeyTable(members.map(\.key))
    table = PropertyTable(names: members.map(\.key)) { position, hash in
      PropertyEntry(hash: hash, bit: 0, word: 0, maskWord: 0, slot: UInt16(position), kind: 0)
    }
    guesses = .copy(of: Array(0...members.count))
    let identifying = entity.identifyingAttributes
    identity = identifying.count == 1 ? runtime.slot(named: identifying[0].name) : nil
    identityScope = Self.scope(of: identifying.first?.name, entity, model)
    isPolymorphic = model.entities.contains { $0.parent == entity.name }
    isInHierarchy = isPolymorphic || entity.parent != nil
    hasChoice = isPolymorphic || entity.isAbstract
    hasHook = entity.objectClass != nil
    program = runtime.program
    judgesAtOnce = validates && program.isLocal
  }

  deinit {
    table.deallocate()
    targets.free()
    guesses.free()
  }

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

  /// Reads the next key: first as the one that followed the last member before, then any.
  ///
  /// - Returns: The position of the member; `nil` for a key that is none, which `unknown` gets.
  @inline(__always)
  func readKey(
    _ cursor: inout JSONCursor, after last: Int, unknown: (String) -> Void
  ) throws(JSONSyntaxError) -> Int? {
    let guess = guesses[last + 1]
    if guess < members.count, cursor.takeKey(keys[guess]) { return guess }
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
    guesses[last + 1] = Int(entry.pointee.slot)
    return guesses[last + 1]
  }

  /// The key that somebody probably meant.
  func suggestion(for key: String) -> String? {
    // Longer keys have no near miss.
    if key.utf8.count > 256 { return nil }
    if let known = suggestions[key] { return known }
    // Hostile data may have a new key in each record.
    if suggestions.count >= 1_000 { return nil }
    let readable = members.filter(\.isReadable)
    let suggestion =
      readable.first { $0.name == key }?.key ?? nearMiss(key, in: readable.lazy.map(\.key))
    suggestions[key] = .some(suggestion)
    return suggestion
  }
}
