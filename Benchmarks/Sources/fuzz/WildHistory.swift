@_spi(Invariants) import Armature
import ArmatureModel

/// A context with hooks and rules that change anything within reach, including errors.
///
/// The result cannot be predicted. But both sides of each link must agree, freed memory must not be read, and a failed
/// save or load must leave the previous state.
final class WildHistory {
  /// The history of the running hooks and rules; this program has one thread.
  nonisolated(unsafe) static var current: WildHistory?

  var choices: Choices
  let trace: Trace
  let context: ManagedObjectContext
  /// Another context on the same store, if any.
  private let other: ManagedObjectContext?
  /// The parent of the context, if any. Its hooks change the objects of the context.
  let parent: ManagedObjectContext?
  /// Whether the other context is saving, which calls hooks as well, and whether it has saved changes that any read can
  /// pick up.
  var (othersSave, othersHaveSaved) = (false, false)
  /// Whether the parent has changes that are not from the context.
  var parentHasChanged = false {
    // The context may read such an object at any time.
    didSet { if parentHasChanged { isOpen = true } }
  }
  /// The objects that are being read, whose hooks set values without changing them.
  private var awaking: [ManagedObjectID] = []
  /// Whether a hook of a read is running, during which the context must not be reset.
  private var isReading = false
  /// Objects that are kept alive in any case.
  private var kept: [ManagedObject] = []
  /// The remaining number of actions by hooks and rules in this step.
  private var budget = 0
  /// The budget at the start of the step. While it is unchanged, no action is in progress.
  private var stepBudget = 0
  private var isLoading = false
  /// Whether a save is in progress after validation, when a rollback would be an error.
  private var isSaving = false
  /// Whether the result of the step cannot be predicted: everything was saved or reverted meanwhile, or an object acted
  /// while it was released at the end.
  private var isOpen = false

  /// - Parameter hasStore: Whether the context belongs to a container that has a second context. It may have a parent.
  init(_ choices: Choices, _ trace: Trace, hasStore: Bool = false) throws {
    var choices = choices
    var entities = RandomGraphModel.entities(&choices)
    for index in 0..<3 {
      entities[index].className = "WildObject"
      if choices.bool() {
        entities[index].rules.append(ValidationRule(.custom(name: "wild", properties: [])))
      }
    }
    for entity in entities { trace.note(GraphText.line(of: entity)) }
    var model = try ManagedObjectModel("Random", entities: entities)
    for index in 0..<3 {
      model = try model.binding(WildObject.self, in: entities[index].name)
      if entities[index].rules.isEmpty { continue }
      model = try model.binding(
        ["wild": { object in try WildHistory.current?.rule(object) ?? true }],
        in: entities[index].name)
    }
    self.choices = choices
    self.trace = trace
    if hasStore {
      let container = try PersistentContainer(model: model)
      let outer = container.makeContext()
      parent = self.choices.bool() ? outer : nil
      context = parent?.makeChild() ?? outer
      other = container.makeContext()
      context.recordsUndo = self.choices.bool()
      context.mergesChangesAutomatically = self.choices.bool()
    } else {
      context = ManagedObjectContext(model: model)
      (other, parent) = (nil, nil)
    }
  }

  func problem() throws -> String? {
    Self.current = self
    defer { Self.current = nil }
    stockParent()
    for _ in 0..<(2 + choices.below(16)) {
      let saves = parent != nil && choices.bool()
      if saves { releaseParent() }
      budget = choices.below(6)
      stepBudget = budget
      isOpen = othersHaveSaved || parentHasChanged
      let problem = step(saves ? 0 : choices.below(8))
      budget = 0
      if let problem = try problem ?? brokenLink() ?? brokenInvariant ?? parentProblem() {
        return problem
      }
    }
    for object in kept { _ = "\(object) \(object.objectState) \(object.changedValues)" }
    context.rollback()
    if context.hasChanges { return "it has changes after it was rolled back" }
    trace.note("reset")
    context.reset()
    for object in kept { _ = "\(object) \(object.objectState) \(object.entity.name)" }
    return try brokenLink()
  }

  /// A broken invariant of a context.
  private var brokenInvariant: String? {
    [context, parent, other].compactMap { $0?.checkInvariants().first }.first
  }

  // MARK: Hooks

  func hook(_ name: String, of object: ManagedObject? = nil) {
    let isOwn = object?.managedObjectContext === context
    let isRare = parent != nil && (isOwn || object == nil && !Self.parentHooks.contains(name))
    guard budget > 0, isRare ? choices.oneIn(4) : choices.bool() else { return }
    budget -= 1
    if let object, isOwn { awaking.append(object.objectID) }
    defer { if isOwn { awaking.removeLast() } }
    trace.note("  in \(name):")
    if Self.parentHooks.contains(name) || object != nil && !isOwn { isOpen = true }
    let (wasSaving, wasReading) = (isSaving, isReading)
    if !othersSave, name == "didSave" || name.hasPrefix("validate") { isSaving = false }
    if name == "awakeFromFetch" || name.hasSuffix("Fault") { isReading = true }
    act()
    (isSaving, isReading) = (wasSaving, wasReading)
  }

  private func rule(_ object: ManagedObject) throws -> Bool {
    guard budget > 0 else { return true }
    budget -= 1
    switch choices.below(6) {
    case 0: throw ManagedObjectError.invalidated(object.objectID, property: nil)
    case 1: return false
    case 2: return true
    case 3:
      trace.note("  in a rule: \(object.objectID) is linked")
      link(object)
    default:
      trace.note("  in a rule:")
      act()
    }
    return true
  }

  /// Performs one action on the context and ignores errors.
  private func act() {
    let objects = context.registeredObjects
    let object = objects.isEmpty ? nil : choices.pick(objects)
    if other != nil, choices.oneIn(3) {
      return parent != nil && choices.bool() ? actOnParent() : actOnStore(object)
    }
    let kind = choices.below(16)
    switch kind {
    case 0, 1, 2:
      guard objects.count < 14 else { return }
      let entity = choices.pick(context.model.entities).name
      let made = try? context.insert(entity)
      trace.note("  insert \(made.map { "\($0.objectID)" } ?? entity)")
      if choices.oneIn(4), let made { kept.append(made) }
    case 3, 4, 5:
      trace.note("  delete \(object.map { "\($0.objectID)" } ?? "")")
      if let object { try? context.delete(object) }
    case 6:
      let value = choices.oneIn(3) ? AttributeValue.null : .string("text \(choices.below(4))")
      trace.note("  set \(object.map { "\($0.objectID)" } ?? "").t to \(value)")
      if let object, mayWrite(object) { try? object.setValue(value, forKey: "t") }
    case 7:
      let old = kept.isEmpty ? nil : choices.pick(kept)
      trace.note("  write to a kept object \(old.map { "\($0.objectID)" } ?? "")")
      guard let old, mayWrite(old) else { return }
      try? old.setValue(AttributeValue.int(1), forKey: "n")
      if !isReading { link(old) }
    case 8:
      trace.note("  save")
      if (try? save()) != nil { isOpen = true }
    case 9 where !isLoading && !isSaving:
      trace.note("  roll back")
      context.rollback()
      isOpen = true
    case 10 where !isLoading && !isSaving && !isReading && choices.oneIn(3):
      trace.note("  reset")
      context.reset()
      isOpen = true
    case 11:
      trace.note("  validate")
      _ = context.validate()
    // Relationships should not change while an object receives its values.
    default: if let object, !isReading { link(object) }
    }
  }

  /// Returns whether values of an object can be set so that this counts as a change, if the parent must have them.
  private func mayWrite(_ object: ManagedObject) -> Bool {
    parent == nil || !awaking.contains(object.objectID)
  }

  /// Performs one action that requires a store.
  private func actOnStore(_ object: ManagedObject?) {
    switch choices.below(9) {
    case 0, 1:
      let entity = choices.pick(context.model.entities).name
      trace.note("  fetch \(entity)")
      isOpen = true
      for object in (try? context.fetch(entity)) ?? [] where choices.bool() { look(at: object) }
    case 2:
      trace.note("  refresh all")
      try? context.refreshAll()
      isOpen = true
    case 3:
      guard let object else { return }
      let merges = choices.bool() || budget != stepBudget
      trace.note("  refresh \(object.objectID), merging: \(merges)")
      try? context.refresh(object, mergeChanges: merges)
      isOpen = true
    case 4:
      trace.note("  forget unused")
      context.evictUnusedObjects()
    case 5:
      trace.note("  undo")
      if budget == stepBudget, !isLoading, !isSaving { context.undo() }
      isOpen = true
    case 6:
      guard let other, !othersSave else { return }
      trace.note("  others change something")
      othersSave = true
      defer { othersSave = false }
      let objects = (try? other.fetch(choices.pick(context.model.entities).name)) ?? []
      guard !objects.isEmpty else { return }
      let theirs = choices.pick(objects)
      try? theirs.setValue(AttributeValue.string("theirs \(choices.below(4))"), forKey: "t")
      if (try? other.save()) == nil { other.rollback() }
      (isOpen, othersHaveSaved) = (true, true)
    default: if let object { look(at: object) }
    }
  }

  /// Reads all properties, including list members while hooks may change them.
  private func look(at object: ManagedObject) {
    trace.note("  look at \(object.objectID)")
    for relationship in object.entity.properties.compactMap(\.asRelationship) {
      let members = try? object.value(forKey: relationship.name, as: [ManagedObject].self)
      for member in members ?? [] { _ = "\(member.objectState)" }
    }
    _ = object.properties.count
  }

  private func link(_ object: ManagedObject) {
    let relationships = object.entity.properties.compactMap(\.asRelationship)
    let objects = context.registeredObjects + kept.suffix(2)
    guard !relationships.isEmpty, !objects.isEmpty else { return }
    if object.managedObjectContext !== context { parentHasChanged = true }
    let relationship = choices.pick(relationships)
    let others = (0..<(1 + choices.below(3))).map { _ in choices.pick(objects) }
    trace.note(
      "  link \(object.objectID).\(relationship.name) to \(others.map { "\($0.objectID)" })")
    switch (relationship.isToMany, choices.below(4)) {
    case (true, 0): try? object.remove(others[0], from: relationship.name)
    case (true, 1), (true, 2):
      let position = choices.bool() ? nil : choices.below(6) - 2
      try? object.insert(others[0], into: relationship.name, at: position)
    case (true, _):
      try? object.setValue(
        AttributeValue.objects(others.map(\.objectID)), forKey: relationship.name)
    default:
      try? object.setValue(AttributeValue.object(others[0].objectID), forKey: relationship.name)
    }
  }

  // MARK: Steps

  private func step(_ choice: Int) -> String? {
    let before = WildView(context)
    switch choice {
    case 0, 1:
      trace.note("save")
      do {
        try save()
      } catch {
        if !isOpen, let change = change(from: before) {
          return "a save that fails changes\n\(change)"
        }
      }
    case 2:
      trace.note("load")
      isLoading = true
      defer { isLoading = false }
      let entity = choices.pick(context.model.entities).name
      let text = "[{\"n\": 3}, {\"n\": \(choices.bool() ? "\"x\"" : "null")}, {\"t\": \"text 1\"}]"
      do {
        let options = LoadOptions(
          onFailure: choices.oneIn(3) ? .keepValid : .keepNothing,
          onDuplicate: choices.oneIn(2) ? .update : .fail)
        try context.load(.text(text, as: entity), options: options)
      } catch {
        if !isOpen, let change = change(from: before) {
          return "a load that fails changes\n\(change)"
        }
      }
    case 3:
      guard let object = context.registeredObjects.first else { return nil }
      trace.note("changeset")
      _ = Changeset(object, casting: ["t": "text 2", "n": 1], allowing: ["t", "n"])
      if !isOpen, let change = change(from: before) { return "a changeset changes\n\(change)" }
    default: act()
    }
    return nil
  }

  private func save() throws {
    let wasSaving = isSaving
    isSaving = true
    defer { isSaving = wasSaving }
    // A save of the parent that fails also reverts what a hook has saved into it.
    if parent != nil, othersSave { parentHasChanged = true }
    try context.save()
  }

  /// Returns the difference between the objects and an earlier view; `nil` if they are equal.
  private func change(from before: WildView) -> String? {
    let now = WildView(context)
    return before.isSame(now) ? nil : "\(before)\nto\n\(now)"
  }

  private func brokenLink() throws -> String? {
    try brokenLink(in: context) ?? parent.flatMap(brokenLink)
  }

  private func brokenLink(in context: ManagedObjectContext) throws -> String? {
    for object in context.registeredObjects {
      guard context.registeredObject(for: object.objectID) === object else {
        return "\(object.objectID) is not found by its ID"
      }
      for relationship in object.entity.properties.compactMap(\.asRelationship) {
        for id in GraphText.ids(try object.value(forKey: relationship.name)) {
          guard let other = context.registeredObject(for: id),
            other.managedObjectContext === context
          else {
            return "\(object.objectID).\(relationship.name) leads to \(id), which is not there"
          }
          // The two sides may have been read before and after a change of the parent.
          let mayDiffer = parentHasChanged && context === self.context
          guard let inverse = relationship.inverse, !mayDiffer else { continue }
          guard GraphText.ids(try other.value(forKey: inverse)).contains(object.objectID) else {
            return
              "\(object.objectID).\(relationship.name) leads to \(id), which does not lead back"
          }
        }
      }
    }
    let pending = context.insertedObjects + context.updatedObjects + context.deletedObjects
    return pending.isEmpty == context.hasChanges ? "hasChanges is \(context.hasChanges)" : nil
  }
}

/// Objects whose hooks act for the current history.
final class WildObject: ManagedObject {
  override func awakeFromInsert() { WildHistory.current?.hook("awakeFromInsert") }
  override func prepareForDeletion() { WildHistory.current?.hook("prepareForDeletion") }
  override func awakeFromFetch() { WildHistory.current?.hook("awakeFromFetch", of: self) }
  override func willTurnIntoFault() { WildHistory.current?.hook("willTurnIntoFault") }
  override func didTurnIntoFault() { WildHistory.current?.hook("didTurnIntoFault") }
  override func willSave() { WildHistory.current?.hook("willSave") }
  override func didSave() { WildHistory.current?.hook("didSave") }
  override func validateForInsert() throws { WildHistory.current?.hook("validateForInsert") }
  override func validateForUpdate() throws { WildHistory.current?.hook("validateForUpdate") }
  override func validateForDelete() throws { WildHistory.current?.hook("validateForDelete") }

  deinit { WildHistory.current?.hook("deinit") }
}
