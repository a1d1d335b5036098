import Testing

@testable import Armature
@testable import TestSupport

/// The replay of saves, one after the other, by which random histories of several contexts are judged.
@Suite struct SerialReplayTests {
  private let container: PersistentContainer
  private let store = InMemoryStore()
  private var replay: SerialReplay

  init() throws {
    let model = try LawModel.make([.pieces])
    container = try PersistentContainer(model: model, store: store)
    replay = try SerialReplay(model)
  }

  private mutating func save(_ context: ManagedObjectContext, _ log: EditLog) throws {
    let effects = try log.changed(in: context).effect(in: context)
    try context.save()
    try replay.play(effects)
  }

  private func insert(
    _ entity: String, _ context: ManagedObjectContext, _ log: inout EditLog
  ) throws -> ManagedObject {
    let object = try context.insert(entity)
    log.insert(object.objectID)
    return object
  }

  private func give(
    _ piece: ManagedObject, to owner: ManagedObject, _ log: inout EditLog
  ) throws {
    try owner.insert(piece, into: "pieces")
    log.set(piece.objectID, "owner", .object(owner.objectID))
  }

  @Test mutating func `a save that deletes an owner keeps the pieces that it moves elsewhere`()
    throws
  {
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    var (log, others) = (EditLog(), EditLog())
    let first = try insert("Folder", mine, &log)
    let second = try insert("Folder", mine, &log)
    let third = try insert("Folder", mine, &log)
    let piece = try insert("Piece", mine, &log)
    try give(piece, to: first, &log)
    try save(mine, log)
    log = EditLog()
    log.delete(second.objectID)
    try mine.delete(second)
    try give(theirs.same(piece), to: theirs.same(second), &others)
    try save(theirs, others)
    // The row leads to the folder deleted here.
    try mine.refresh(piece)
    try give(piece, to: third, &log)
    try save(mine, log)
    #expect(!replay.isOpen)
    #expect(try replay.difference(from: GraphImage(of: store, container.model)) == nil)
  }
}
