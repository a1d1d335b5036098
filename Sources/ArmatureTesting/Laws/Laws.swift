public import Armature
public import ArmatureGenerator
public import Testing

/// Plays random histories over a model with its classes and hooks, and checks what must always hold.
///
/// ```swift
/// @Test(.seed()) func `the laws hold`() throws {
///   checkLaws(library, histories: 1_000)
/// }
/// ```
/// A history inserts objects, valid and empty ones, sets attributes and links, deletes, saves, rolls back,
/// takes changes back and makes them again, writes JSON that it reads back, and reads in another context what
/// was saved. After each step must hold:
///
/// - **inverses**: of two relationships that are each other's inverse, both lead there or neither;
/// - **change flags**: an object is inserted, updated, deleted or unchanged, in agreement with the
///   context and with its changed values;
/// - **refusal**: a change that throws, and a save that throws, have changed nothing;
/// - **save**: after a save nothing is left to be saved;
/// - **rollback**: after a rollback everything is as it was last saved;
/// - **round trip**: valid objects that were written as JSON are read back equal;
/// - **values**: what is set is what is read, also where a Swift type of one's own writes and reads it;
/// - **reading**: what was saved is what another context reads, with nothing to be saved;
/// - **undo**: undo brings back what was there before a change, and redo what was there behind it.
///
/// The library keeps these by itself; what breaks them is code of the model: a hook that changes objects
/// after the save, an `awakeFromFetch()` that writes what is stored, a transformable value that is read back
/// as another one. Where `awakeFromInsert()` inserts or links other objects, the issue says so.
///
/// The first law that does not hold is recorded as an issue at the line of the call, with the shortest
/// history that was found, as Swift that repeats it. So is an entity whose objects could never be
/// saved, since most laws are about what is. The seed is that of the test, `Test.seed`.
///
/// A history has 30 steps unless given, and there are 200 of them. `prepare` is called with the generator of
/// values, to supply those that nobody can guess.
///
/// - Returns: Whether all laws hold.
/// - Complexity: O(*n* · *m*) in the number of steps and objects of a history.
@discardableResult public func checkLaws(
  _ model: ManagedObjectModel, histories: Int = 200, steps: Int = 30,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  prepare: (ObjectGenerator) -> Void = { _ in }
) -> Bool {
  let generator = ObjectGenerator(model, seed: Test.seed)
  prepare(generator)
  let layouts = GraphState.Layout.all(of: model)
  let entities = HistoryEntities(generator)
  var random = SplitMix64(seed: Test.seed)
  var refusal: String?
  var hasSaved = false
  var savedEntities: Set<String> = []
  for _ in 0..<histories {
    let history = RandomHistory(entities, generator, seed: random.next(), count: steps).steps
    let player = HistoryPlayer(generator, layouts)
    if let violation = player.play(history) {
      record(violation, generator, layouts, comment, sourceLocation)
      return false
    }
    savedEntities.formUnion(player.savedEntities)
    hasSaved = hasSaved || player.hasSaved
    refusal = refusal ?? player.refusal
  }
  if histories * steps == 0 { return true }
  if hasSaved {
    return checkOthers(
      than: savedEntities, entities, generator, layouts, comment, sourceLocation)
  }
  let reasons = [
    refusal.map { "One was refused with:\n\($0)" }, entities.refusal.map { "\($0)" },
  ].compactMap { $0 }.joined(separator: "\n")
  record(
    "Objects must have been saved in \(histories) histories, but no save succeeded, so most laws were"
      + " not checked. \(reasons)\(InsertionEffects(model).note)", comment, sourceLocation)
  return false
}

/// Checks the laws of the entities of which no history has saved an object, by one for each.
private func checkOthers(
  than saved: Set<String>, _ entities: HistoryEntities, _ generator: ObjectGenerator,
  _ layouts: [String: GraphState.Layout], _ comment: Comment?, _ sourceLocation: SourceLocation
) -> Bool {
  var areKept = true
  for entity in entities.all where !saved.contains(entity.name) {
    let player = HistoryPlayer(generator, layouts)
    let steps: [HistoryStep] =
      entities.generated.contains(entity.name)
      ? [.make(0, entity: entity.name, seed: Test.seed >> 32), .undoAndRedo, .save, .copy, .reread]
      : []
    if let violation = player.play(steps) {
      record(violation, generator, layouts, comment, sourceLocation)
      return false
    }
    if player.savedEntities.contains(entity.name) { continue }
    let reason = player.refusal.map { " It was refused with:\n\($0)" } ?? ""
    record(
      "An object of \(entity.name) must have been saved, but no save of one succeeded, so most laws were not checked of"
        + " it.\(reason)", comment, sourceLocation)
    areKept = false
  }
  return areKept
}

/// Records a law that does not hold, with the shortest history.
private func record(
  _ violation: LawViolation, _ generator: ObjectGenerator,
  _ layouts: [String: GraphState.Layout], _ comment: Comment?, _ sourceLocation: SourceLocation
) {
  var reduction = HistoryReduction(generator, layouts, violation)
  let note = violation.law == .roundTrip ? InsertionEffects(generator.model).note : ""
  record("\(reduction.reduce())\(note)", comment, sourceLocation)
}
