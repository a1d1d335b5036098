import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the values of an entity lie in a row.
///
/// A row is one block of memory: a header of two words (the state, the shape of the name table, and
/// the committed copy, if there is one, or what a context left behind), a pair of words per 64 properties (which changed, which
/// have a value), then the values, each at a multiple of eight bytes. A property without a value has
/// its bit clear and a value of its type all the same (empty text, zero), so that a row is copied
/// and destroyed without asking which bits are set.
struct RowLayout {
  /// A property's place.
  struct Slot {
    let name: String
    let property: PropertyDescription
    let kind: StorageKind
    let word: Int
    let maskWord: Int
    let bit: UInt64

    var offset: Int { word * 8 }
    var changedOffset: Int { maskWord * 8 }
    var presentOffset: Int { maskWord * 8 + 8 }
  }

  /// A slot whose memory has references.
  struct ManagedSlot {
    let offset: Int
    let kind: StorageKind
  }

  let slots: [Slot]
  let maskCount: Int
  let byteCount: Int
  /// The slots whose memory must be destroyed and retained: text, data, values, lists.
  let managedSlots: [ManagedSlot]
  let relationshipSlots: [Slot]
  /// Finds slots by name; the owner of the layout frees it.
  let table: PropertyTable

  static let headerWords = 2

  init(_ properties: [PropertyDescription], _ shapes: [SchemaShape] = []) {
    let stored = properties.filter { if case .fetched = $0 { false } else { true } }
    maskCount = max(1, (stored.count + 63) / 64)
    var word = Self.headerWords + 2 * maskCount
    var made: [Slot] = []
    for (index, property) in stored.enumerated() {
      let kind = Self.kind(of: property)
      let bit: UInt64 = 1 << UInt64(index % 64)
      made.append(
        Slot(
          name: property.name, property: property, kind: kind, word: word,
          maskWord: Self.headerWords + 2 * (index / 64), bit: bit))
      word += Self.words(of: kind)
    }
    let slots = made
    self.slots = slots
    relationshipSlots = slots.filter { $0.kind == .object || $0.kind == .objects }
    byteCount = word * 8
    table = PropertyTable(names: slots.map(\.name), aliases: Self.aliases(of: slots, shapes)) {
      position, hash in
      let slot = slots[position]
      return PropertyEntry(
        hash: hash, bit: slot.bit, word: UInt16(slot.word), maskWord: UInt16(slot.maskWord),
        slot: UInt16(position), kind: slot.kind.rawValue)
    }
    managedSlots = slots.filter { Self.isManaged($0.kind) }
      .map { ManagedSlot(offset: $0.offset, kind: $0.kind) }
  }

  /// The keys by which typed views look slots up, as far as these are of the type that the view has.
  private static func aliases(
    of slots: [Slot], _ shapes: [SchemaShape]
  ) -> [(key: UInt64, slot: Int)] {
    shapes.flatMap(\.members).compactMap { member in
      slots.firstIndex { $0.name == member.name && $0.kind == member.kind }
        .map { (member.key, $0) }
    }
  }

  /// The slot of a property.
  func slot(named name: String) -> Slot? {
    table.find(name).map { slots[Int($0.pointee.slot)] }
  }

  func slot(named name: PropertyName) -> Slot? {
    table.find(name).map { slots[Int($0.pointee.slot)] }
  }

  private static func kind(of property: PropertyDescription) -> StorageKind {
    switch property {
    case .attribute(let attribute): attribute.type.storageKind
    case .relationship(let relationship): relationship.isToMany ? .objects : .object
    case .fetched: .converted
    }
  }

  private static func words(of kind: StorageKind) -> Int {
    switch kind {
    case .string: MemoryLayout<String>.stride / 8
    case .data: MemoryLayout<Data>.stride / 8
    case .uuid: 2
    case .decimal: 3
    case .value: MemoryLayout<AttributeValue>.stride / 8
    case .objects: MemoryLayout<ObjectList>.stride / 8
    default: 1
    }
  }

  private static func isManaged(_ kind: StorageKind) -> Bool {
    kind == .string || kind == .data || kind == .value || kind == .objects
  }
}
