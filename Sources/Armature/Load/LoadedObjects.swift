import ArmatureModel

/// The objects that a load makes, in the order of their records.
///
/// Only this type knows how a context keeps objects and takes changes back; everything else in a
/// load names an object by the position of its record.
final class LoadedObjects {
  /// The place of a record, and what is known of it.
  struct Record {
    let handle: Handle
    private let text: Int32
    private let offset: Int
    var marks: Marks

    fileprivate init(_ handle: Handle, place: LoadPlace, marks: Marks) {
      self.handle = handle
      text = Int32(place.text)
      offset = place.offset
      self.marks = marks
    }

    /// Where the record starts.
    var place: LoadPlace { LoadPlace(text: Int(text), offset: offset) }
  }

  /// What is known of a record.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The rules of the object were found to hold when it was read.
    static let isValid = Marks(rawValue: 1 << 0)
    /// The record breaks off.
    static let isIncomplete = Marks(rawValue: 1 << 1)
    /// The syntax of the line that the record stands on is broken.
    static let isUnreadable = Marks(rawValue: 1 << 2)
    /// The object's own hook has linked it to others.
    static let isLinkedByHook = Marks(rawValue: 1 << 3)
  }

  private let context: ManagedObjectContext
  /// What the context was before the load.
  private let before: ChangeJournal.Mark
  /// The first key that the load may give out, and how many faults there were before.
  private let (firstKey, faultCount): (Int64, Int)
  // Unchecked: no access spans a call that could make another. The checks took a thirtieth of a load.
  @exclusivity(unchecked) private var records: ContiguousArray<Record> = []
  private var hasLinksByHook = false
  /// The positions by object, made when first asked for.
  private var positions: [ObjectIdentifier: Int] = [:]

  init(_ context: ManagedObjectContext) {
    self.context = context
    before = context.graph.mark()
    (firstKey, faultCount) = (context.graph.nextKey, context.graph.faultCount)
  }

  /// The number of records so far.
  var count: Int { records.count }
  var indices: Range<Int> { 0..<records.count }

  subscript(position: Int) -> Record { records[position] }

  func mark(_ position: Int, _ marks: Marks) { records[position].marks.insert(marks) }

  /// Makes the object of a record.
  func make(_ plan: RecordPlan, at place: LoadPlace) -> ManagedObject {
    let object = plan.runtime.makeObject(context.environment)
    context.graph.insert(object)
    // A hook, this one's or that of a record inside, may have the indexes look in between.
    if context.graph.model.hasCustomClasses { object.row.state.insert(.reading) }
    var marks: Marks = []
    if _slowPath(plan.hasHook) {
      object.awakeFromInsert()
      if plan.members.contains(where: { $0.isSetRelationship(of: object) }) {
        marks.insert(.isLinkedByHook)
        hasLinksByHook = true
      }
    }
    records.append(Record(object.row.handle, place: place, marks: marks))
    return object
  }

  /// The object of a record; `nil` if a hook has deleted it.
  func object(at position: Int) -> ManagedObject? {
    context.graph.slots.pointee.object(records[position].handle)
  }

  /// Calls a body with an object, without counting a reference, unless a hook has deleted it.
  @inline(__always) func withObject(_ handle: Handle, _ body: (ManagedObject) -> Void) {
    let slot = context.graph.slots.pointee[handle]
    if slot.isThere { slot.object?._withUnsafeGuaranteedRef(body) }
  }

  /// Has the objects indexed from now on, whose values have been read.
  func endReading() {
    guard context.graph.model.hasCustomClasses else { return }
    for record in records {
      context.graph.slots.pointee.anyObject(record.handle)?.row.state.remove(.reading)
    }
  }

  /// The position of the record that an object was made from.
  func position(of object: ManagedObject) -> Int? {
    if positions.isEmpty {
      for position in indices {
        if let object = self.object(at: position) { positions[ObjectIdentifier(object)] = position }
      }
    }
    return positions[ObjectIdentifier(object)]
  }

  /// The object with an ID, if it is still there.
  func object(withID id: ManagedObjectID) -> ManagedObject? { context.registeredObject(for: id) }

  /// The objects of an entity and its sub-entities, those that were there before included.
  func all(of entityName: String) -> [ManagedObject] { context.objects(of: entityName) }

  /// The first object of the entity at a position with an identifying value.
  func object(ofEntityAt position: Int, identifiedBy value: AttributeValue) -> ManagedObject? {
    context.graph.object(ofEntityAt: position, identifiedBy: value)
  }

  /// Whether any two objects agree in what is unique.
  var hasConflicts: Bool { context.graph.hasConflicts }

  /// The first object that has the identity of a later one.
  func first(like object: ManagedObject) -> ManagedObject? {
    guard let group = context.graph.identityGroup(of: object), group.first != object.row.handle
    else { return nil }
    return context.graph.object(group.first)
  }

  /// What finds objects that share what is unique.
  var uniqueness: UniquenessValidator {
    UniquenessValidator(context.graph, ContiguousArray(records.map(\.handle)))
  }

  /// Whether the load, or a hook that it called, has made an object.
  func isNew(_ object: ManagedObject) -> Bool {
    object.row.handle >= before.firstNew && object.row.state.contains(.inserted)
  }

  func isLinkedByHook(_ object: ManagedObject) -> Bool {
    guard hasLinksByHook, let position = position(of: object) else { return false }
    return records[position].marks.contains(.isLinkedByHook)
  }

  /// Makes the context what it was before the load.
  func undo() { context.graph.goBack(to: before) }

  /// Lets the objects stay, and returns where their keys start and end, and how many there are.
  func keep() -> (keys: Range<Int64>, count: Int) {
    context.graph.keepChanges(since: before)
    let keys = firstKey..<context.graph.nextKey
    // A fault that was registered meanwhile passed over a key.
    return (keys, keys.count - (context.graph.faultCount - faultCount))
  }

  /// Forgets the records, not the objects.
  func forgetRecords() {
    records.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    hasLinksByHook = false
  }

  /// Forgets the records, and lets go of the objects, which keep their values.
  func forgetAll() {
    forgetRecords()
    context.graph.removeAll(keepingValues: true)
  }
}
