import Armature
import ArmatureGenerator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Plays histories in a context of their own, and checks the laws after each step.
///
/// Steps about an object that is not there do nothing, so that every part of a history can be played.
final class HistoryPlayer {
  private let generator: ObjectGenerator
  private let layouts: [String: GraphState.Layout]
  private let context: ManagedObjectContext
  private var objects: [Int: ManagedObject] = [:]
  /// What is there after the last step.
  private var state: GraphState
  /// What was there after the last save.
  private var saved: GraphState
  /// Whether a save has succeeded.
  private(set) var hasSaved = false
  /// What the first save that was refused has said.
  private(set) var refusal: String?

  init(_ generator: ObjectGenerator, _ layouts: [String: GraphState.Layout]) {
    self.generator = generator
    self.layouts = layouts
    context = Self.makeContext(generator.model)
    state = GraphState(context, layouts)
    saved = state
  }

  private static func makeContext(_ model: ManagedObjectModel) -> ManagedObjectContext {
    .forTesting(model, now: Date(timeIntervalSinceReferenceDate: 0))
  }

  /// Plays steps until a law does not hold; `nil` if all do.
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
    if let finding = wrongFlag { return (.changeFlags, finding) }
    switch step {
    case .rollBack: return state.difference(from: saved).map { (.rollback, $0) }
    case .save:
      saved = state
      return unsavedChange.map { (.save, $0) }
    case .copy: return wrongCopy.map { (.roundTrip, $0) }
    default: return nil
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
    case .rollBack: context.rollback()
    case .copy: break
    }
  }

  /// The object of a number, if it is there to be changed.
  private func object(_ number: Int) -> ManagedObject? {
    guard let object = objects[number] else { return nil }
    return object.objectState == .detached || object.objectState == .deleted ? nil : object
  }
}

// MARK: What is found

extension HistoryPlayer {
  private var changedObjects: [ManagedObject] {
    context.insertedObjects + context.updatedObjects + context.deletedObjects
  }

  private var unsavedChange: String? {
    changedObjects.first.map { object in
      let values = object.changedValues.map { "\($0) to \($1)" }.sorted()
      return "\(object.objectID) has been changed during the save, after it was saved"
        + (values.isEmpty ? "." : ": \(values.joined(separator: ", ")).")
    }
  }

  private var wrongCopy: String? {
    // What is invalid is refused, and what has no name cannot be written: both is as it should be.
    guard !context.hasChanges, context.validate().isValid, let data = try? context.json() else {
      return nil
    }
    let copy = Self.makeContext(generator.model)
    do {
      try copy.load(.data(data))
      return try copy.difference(from: context)
    } catch {
      return "What was written is refused: \(error)"
    }
  }

  private var wrongFlag: String? {
    let changed = Set(changedObjects.map(\.objectID))
    if context.hasChanges == changed.isEmpty {
      return "The context \(changed.isEmpty ? "has" : "has no") changes, but"
        + " \(changed.isEmpty ? "no object has" : "objects have") any."
    }
    for object in context.registeredObjects {
      if object.hasChanges != changed.contains(object.objectID) {
        return "\(object.objectID) is \(object.objectState), but its context does not list it so."
      }
      guard object.objectState == .unchanged,
        let (key, value) = object.changedValues.min(by: { $0.key < $1.key })
      else { continue }
      return "\(object.objectID) is unchanged, but its \(key) has changed to \(value)."
    }
    return nil
  }
}
