import Testing

@testable import Armature

@Suite struct ObjectLifeTests {
  /// The next stage for each event in each stage; all others are rejected.
  static let table: [ObjectLife: [LifeEvent: ObjectLife]] = [
    .detached: [.insertion: .inserted, .discovery: .fault],
    .fault: [.reading: .saved, .departure: .invalidated],
    .saved: [
      .emptying: .fault, .firstChange: .updated, .revert: .saved, .deletion: .deleted,
      .departure: .invalidated,
    ],
    .updated: [
      .revert: .saved, .deletion: .updatedAndDeleted, .save: .saved, .departure: .invalidated,
    ],
    .inserted: [.deletion: .withdrawn, .save: .saved, .departure: .invalidated],
    .deleted: [
      .firstChange: .updatedAndDeleted, .restoration: .saved, .save: .erased,
      .departure: .invalidated,
    ],
    .updatedAndDeleted: [
      .revert: .deleted, .restoration: .updated, .save: .erased, .departure: .invalidated,
    ],
    .withdrawn: [.restoration: .inserted, .save: .erased, .departure: .invalidated],
    .erased: [.restoration: .inserted, .departure: .invalidated],
    .invalidated: [:],
  ]

  /// All flags in addition to the stage.
  static let marks: [RowState] = [
    .unchanged, .watched, .touched, .noticed, .validating, .validatedAgain, .changedByRule,
    .preparedForDeletion, .indexed, .ownsRuntime, .inValidationHook, .savedInsertion, .savedUpdate,
    .savedDeletion, .reading, .recoverable, .reinserted, .cascaded,
  ]

  @Test(arguments: ObjectLife.allCases)
  func `each event leads to one stage, or is refused`(_ life: ObjectLife) {
    for event in LifeEvent.allCases {
      #expect(life.after(event) == Self.table[life]?[event], "\(event)")
    }
  }

  @Test(arguments: ObjectLife.allCases)
  func `a stage is told by its bits, whatever marks are set`(_ life: ObjectLife) {
    var state = RowState(life)
    #expect(state.life == life)
    for mark in Self.marks {
      state.insert(mark)
      #expect(state.life == life, "\(mark)")
    }
  }

  @Test(arguments: ObjectLife.allCases)
  func `an event leaves the bits of the next stage and no others`(_ life: ObjectLife) {
    let marked = Self.marks.reduce(RowState(life)) { $0 | $1 }
    for event in LifeEvent.allCases {
      guard let next = life.after(event) else { continue }
      for state in [RowState(life), marked] {
        let after = state.after(event, as: next)
        #expect(after.life == next, "\(event)")
        let rest = Self.marks.reduce(after) { $0.subtracting($1) }
        #expect(rest == RowState(next), "\(event)")
        #expect(!state.contains(.ownsRuntime) || after.contains(.ownsRuntime), "\(event)")
      }
    }
  }

  @Test func `what waits for a save is what can be saved`() {
    for life in ObjectLife.allCases where life.isPending {
      #expect(life.after(.save) != nil && life.after(.save)?.isPending == false)
    }
  }

  @Test func `each deletion can be taken back, also after its save`() {
    for life in ObjectLife.allCases {
      guard let deleted = life.after(.deletion) else { continue }
      #expect(deleted.isDeleted && deleted.after(.restoration) == life)
      #expect(deleted.after(.save)?.after(.restoration) == .inserted)
    }
  }

  @Test func `an object that is listed as pending elsewhere is told`() throws {
    let shelf = try Bookshelf()
    #expect(GraphInvariants(shelf.context.graph).check() == [])
    shelf.context.graph.changes.notePending(true)
    #expect(
      GraphInvariants(shelf.context.graph).check() == [
        "\(shelf.context.graph.changes.count - 1) objects are pending, but "
          + "\(shelf.context.graph.changes.count) are counted."
      ])
  }
}
