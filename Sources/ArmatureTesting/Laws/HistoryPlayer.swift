import Armature
import ArmatureGenerator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Plays histories in a separate context and checks the laws after each step.
///
/// Steps about a missing object do nothing, so any part of a history can be played.
final class HistoryPlayer {
  private let generator: ObjectGenerator
  private let layouts: [String: GraphState.Layout]
  private let context: ManagedObjectContext
  private var objects: [Int: ManagedObject] = [:]
  /// The state after the last step.
  private var state: GraphState
  /// The state before the last change, or `nil` if the change is not a single step of undo.
  private var stateBeforeChange: GraphState?
  /// The state after the last save.
  private var saved: GraphState
  /// Whether a save has succeeded.
  private(set) var hasSaved = false
  /// The entities of all saved objects.
  private(set) var savedEntities: Set<String> = []
  /// The error of the first rejected save.
  private(set) var refusal: String?

  init(_ generator: ObjectGenerator, _ layouts: [String: GraphState.Layout]) {
    self.generator = generator
    self.layouts = layouts
    context = Self.makeContext(generator.model)
    context.recordsUndo = true
    state = GraphState(context, layouts)
    saved = state
  }

  private static func makeContext(_ model: ManagedObjectModel) -> ManagedObjectContext {
    .forTesting(model, now: Date(timeIntervalSinceReferenceDate: 0))
  }

  /// Plays steps until a law is violated. Returns `nil` if all laws hold.
  func play(_ steps: [HistoryStep]) -> LawViolation? {
    for (index, step) in steps.enumerated() {
      guard let (law, finding) = violation(by: step) else { continue }
      return LawViolation(law: law, finding: finding, steps: Array(steps[...index]))
    }
    return nil
  }

  private typealias Finding = (law: LawViolation.Law, finding: String)

  private func violation(by step: HistoryStep) -> Finding? {
    let before = state
    do {
      try take(step)
      state = GraphState(context, layouts)
    } catch {
      state = GraphState(context, layouts)
      if case .save = step { refusal = refusal ?? "\(error)" }
      if let finding = state.difference(from: before) {
        return (.refusal, "\(error)\nwas thrown, but: \(finding)")
      }
      return nil
    }
    if let finding = state.brokenInverse { return (.inverses, finding) }
    if let finding = context.wrongFlag { return (.changeFlags, finding) }
    defer { noteChange(step, from: before) }
    switch step {
    case .insert(let number, _), .make(let number, _, _):
      return object(number)?.lostValue.map { (.values, $0) }
    case .set(let number, let key, let value):
      guard let object = object(number) else { return nil }
      return (object.difference(of: key, from: value) ?? object.lostValue).map { (.values, $0) }
    case .link, .add, .remove, .delete: return nil
    case .rollBack: return state.difference(from: saved).map { (.rollback, $0) }
    case .save:
      saved = state
      return context.unsavedChange.map { (.save, $0) }
    case .copy: return context.wrongCopy(Self.makeContext(generator.model)).map { (.roundTrip, $0) }
    case .reread: return context.wrongReading(layouts).map { (.reading, $0) }
    case .undoAndRedo: return wrongUndo.map { (.undo, $0) }
    }
  }

  /// Records the state that undo must restore.
  private func noteChange(_ step: HistoryStep, from before: GraphState) {
    switch step {
    case .insert, .set, .link, .add, .remove, .delete:
      // A step without changes may or may not be recorded for undo.
      stateBeforeChange = state.difference(from: before) == nil ? nil : before
    // Generating a valid object takes several steps, and changes during a save belong to the previous step.
    case .make, .save, .rollBack: stateBeforeChange = nil
    case .copy, .reread, .undoAndRedo: break
    }
  }

  /// A sentence about a difference after undo or redo.
  private var wrongUndo: String? {
    guard context.canUndo else { return nil }
    context.undo()
    let undone = GraphState(context, layouts)
    if let expected = stateBeforeChange, let finding = undone.difference(from: expected) {
      return "Before the last change and after undo: \(finding)"
    }
    context.redo()
    return GraphState(context, layouts).difference(from: state).map {
      "Before undo and after redo: \($0)"
    }
  }

  private func take(_ step: HistoryStep) throws {
    switch step {
    case .insert(let number, let entity): objects[number] = try context.insert(entity)
    case .make(let number, let entity, let seed):
      generator.reseed(seed)
      objects[number] = try generator.make(entity, in: context)
    case .set(let number, let key, let value):
      try object(number)?.setValue(value.isNull ? nil : value, forKey: key)
    case .link(let number, let key, let end):
      let target = end.flatMap(object)
      if end == nil || target != nil { try object(number)?.setValue(target, forKey: key) }
    case .add(let number, let key, let member):
      if let member = object(member) { try object(number)?.insert(member, into: key) }
    case .remove(let number, let key, let member):
      if let member = object(member) { try object(number)?.remove(member, from: key) }
    case .delete(let number):
      if let object = object(number) { try context.delete(object) }
    case .save:
      let hasChanges = context.hasChanges
      try context.save()
      hasSaved = hasSaved || hasChanges
      savedEntities.formUnion(context.registeredObjects.map(\.entity.name))
    case .rollBack: context.rollback()
    case .copy, .reread, .undoAndRedo: break
    }
  }

  /// Returns the object with a number, if it can be changed.
  private func object(_ number: Int) -> ManagedObject? {
    guard let object = objects[number] else { return nil }
    return object.objectState == .detached || object.objectState == .deleted ? nil : object
  }
}

/// The effects of `awakeFromInsert()` on other objects. They explain many violations that seem to have another cause,
/// since the hook also runs for objects that are loaded with their links.
struct InsertionEffects {
  /// A sentence for each entity with such effects.
  let sentences: [String]

  init(_ model: ManagedObjectModel) {
    sentences = model.entities.compactMap { entity in
      guard !entity.isAbstract, entity.objectClass != nil else { return nil }
      let context = ManagedObjectContext(model: model)
      // The second object may find the first one.
      for _ in 0..<2 {
        let before = Set(context.insertedObjects)
        guard let object = try? context.insert(entity.name) else { return nil }
        let others = Set(context.insertedObjects).subtracting(before).subtracting([object])
        let links = entity.relationships.map(\.name).filter { !object.linkedIDs($0).isEmpty }
        if others.isEmpty, links.isEmpty { continue }
        var effects = Set(others.map(\.entity.name)).sorted().map { "inserts objects of \($0)" }
        if !links.isEmpty { effects.append("sets \(links.joined(separator: ", "))") }
        return
          "awakeFromInsert() of \(entity.name) \(effects.joined(separator: " and ")), even for "
          + "an object that is read from data, which has its own. Do it where objects are "
          + "created."
      }
      return nil
    }
  }

  /// The sentences as a paragraph after a finding. Empty without effects.
  var note: String { sentences.map { "\n" + $0 }.joined() }
}

extension ManagedObject {
  fileprivate func linkedIDs(_ key: String) -> [ManagedObjectID] {
    switch self[key] {
    case .object(let id)?: [id]
    case .objects(let ids)?: ids
    default: []
    }
  }
}
