public import Armature
public import ArmatureGenerator
public import Testing

/// Plays random histories with a model, including its classes and hooks, and checks general laws.
///
/// ```swift
/// @Test(.seed()) func `the laws hold`() throws {
///   checkLaws(library, histories: 1_000)
/// }
/// ```
/// A history inserts valid and empty objects, sets attributes and links, deletes, saves, rolls back, and undoes and
/// redoes changes. It also writes and loads JSON, and reads saved objects in another context. After each step, these
/// laws must hold:
///
/// - **inverses**: two inverse relationships refer to each other;
/// - **change flags**: an object is inserted, updated, deleted or unchanged, consistent with its context and its
///   changed values;
/// - **refusal**: a change or a save that throws an error has no effect;
/// - **save**: after a save, nothing is left to be saved;
/// - **rollback**: after a rollback, the state is the same as after the last save;
/// - **round trip**: valid objects that are written as JSON are loaded as equal objects;
/// - **values**: each value reads as it was set, even if a custom Swift type converts it;
/// - **reading**: another context reads exactly the saved state, without pending changes;
/// - **undo**: undo restores the state before a change, and redo the state after it.
///
/// The library maintains these laws itself. Code of a model can violate them: a hook that changes objects after a
/// save, an `awakeFromFetch()` that changes stored values, or a transformable value that reads back as a different
/// one. If `awakeFromInsert()` inserts or links other objects, the issue mentions it.
///
/// The first violation is recorded as an issue at the line of the call. The issue contains the shortest history that
/// was found, as Swift code that repeats it. An entity whose objects could never be saved is also an issue, since
/// most laws are about saved objects. The seed is `Test.seed`.
///
/// By default, there are 200 histories of 30 steps each. The closure `prepare` receives the generator, so that you
/// can provide values that it cannot generate.
///
/// - Returns: True if all laws hold.
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
    refusal.map { "One was rejected with:\n\($0)" }, entities.refusal.map { "\($0)" },
  ].compactMap { $0 }.joined(separator: "\n")
  record(
    "Objects must have been saved in \(histories) histories, but no save succeeded, so most laws were"
      + " not checked. \(reasons)\(InsertionEffects(model).note)", comment, sourceLocation)
  return false
}

/// Checks the laws for entities without any saved object, with one object each.
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
    let reason = player.refusal.map { " It was rejected with:\n\($0)" } ?? ""
    record(
      "An object of \(entity.name) must have been saved, but no save of one succeeded, so most laws were not checked of"
        + " it.\(reason)", comment, sourceLocation)
    areKept = false
  }
  return areKept
}

/// Records a violation with the shortest history.
private func record(
  _ violation: LawViolation, _ generator: ObjectGenerator,
  _ layouts: [String: GraphState.Layout], _ comment: Comment?, _ sourceLocation: SourceLocation
) {
  var reduction = HistoryReduction(generator, layouts, violation)
  let note = violation.law == .roundTrip ? InsertionEffects(generator.model).note : ""
  record("\(reduction.reduce())\(note)", comment, sourceLocation)
}
