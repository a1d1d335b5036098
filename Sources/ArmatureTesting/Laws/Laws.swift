public import Armature
public import ArmatureGenerator
public import Testing

/// Runs random changes on objects of a model, and checks that they behave as expected.
///
/// Use this function to find errors in the custom classes, hooks and value types of your model.
///
/// ```swift
/// @Test(.seed()) func `the laws hold`() throws {
///   checkLaws(library, histories: 1_000)
/// }
/// ```
/// The function runs several sequences of random steps, which are called histories. A step inserts, changes or deletes
/// objects, saves, rolls back, or undoes and redoes changes. Other steps write and load JSON, or read saved objects in
/// another context. After each step, these laws must hold:
///
/// - **inverses**: The two sides of a relationship refer to each other.
/// - **change flags**: Flags such as `isInserted` and `isUpdated` of an object are consistent with its context and its
///   changed values.
/// - **refusal**: A change or a save that throws an error has no effect.
/// - **save**: After a save, the context has no changes.
/// - **rollback**: After a rollback, the state is the same as after the last save.
/// - **round trip**: If valid objects are written as JSON and loaded again, the result is equal objects.
/// - **values**: A value that is set reads as the same value, even if a custom Swift type converts it.
/// - **reading**: Another context reads exactly the saved state, and has no pending changes afterwards.
/// - **undo**: Undo restores the state before a change, and redo restores the state after it.
///
/// The library itself follows these laws, but the code of a model can violate them. Examples are a hook that changes
/// objects after a save, an `awakeFromFetch()` that changes stored values, and a transformable value that reads back as
/// a different value. If `awakeFromInsert()` inserts or links other objects, the issue mentions this.
///
/// If a law is violated, the test gets an issue at the line of the call. The issue contains the shortest history that
/// the function has found, as Swift code that you can run to repeat it. If no object of an entity could ever be saved,
/// this is also an issue, because most laws concern saved objects. The seed is `Test.seed`.
///
/// By default, the function runs 200 histories of 30 steps each. Use the closure `prepare` to provide values that the
/// generator cannot find itself.
///
/// - Returns: `true` if all laws hold.
/// - Complexity: O(*n* · *m*) in the number of steps and the number of objects of a history.
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
