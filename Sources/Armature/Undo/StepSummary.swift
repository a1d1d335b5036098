import ArmatureModel

/// A summary of a step's changes, which names a step without a given name.
///
/// It is computed on request, so recording stores nothing for it.
struct StepSummary {
  /// The objects that exist after the step and not before it.
  private var inserted: Set<Handle> = []
  /// The objects that existed before the step and not after it.
  private var deleted: Set<Handle> = []
  /// The objects whose own values have changed.
  private var changed: Set<Handle> = []
  /// The objects with changed to-many relationships, which may be the other side of changes to others.
  private var related: Set<Handle> = []

  /// - Parameter isUndone: True if the changes have undone the step.
  init(_ changes: some Sequence<JournalEntry>, isUndone: Bool) {
    for change in changes {
      switch change {
      case .inserted(let handle), .returned(let handle): inserted.insert(handle)
      case .deleted(let handle): deleted.insert(handle)
      case .value(_, let target), .link(_, let target): changed.insert(target.handle)
      case .list(_, let target): related.insert(target.handle)
      // Entries without a change, or next to one.
      case .firstChange, .lostChange, .stored, .primitive, .layout, .overtaken, .late: break
      }
    }
    let both = inserted.intersection(deleted)
    inserted.subtract(both)
    deleted.subtract(both)
    if isUndone { swap(&inserted, &deleted) }
  }

  /// Returns the effect of the step in the style of a menu: `Insert Book`, `Change 3 Books`, `Delete 4 Objects`.
  func name(in graph: ObjectGraph) -> String? {
    switch (inserted.isEmpty, deleted.isEmpty) {
    case (false, true): Self.name("Insert", inserted, graph)
    case (true, false): Self.name("Delete", deleted, graph)
    case (false, false): Self.name("Change", inserted.union(deleted), graph)
    case (true, true): Self.name("Change", changed.isEmpty ? related : changed, graph)
    }
  }

  private static func name(
    _ verb: String, _ handles: Set<Handle>, _ graph: ObjectGraph
  ) -> String? {
    if handles.isEmpty { return nil }
    let entities = Set(handles.map { graph.id(of: $0)?.entityName })
    guard entities.count == 1, let found = entities.first, let entity = found else {
      return "\(verb) \(handles.count == 1 ? "Object" : "\(handles.count) Objects")"
    }
    return handles.count == 1 ? "\(verb) \(entity)" : "\(verb) \(handles.count) \(plural(entity))"
  }

  /// Returns the plural of an entity's name, by the rules of English that need no dictionary.
  private static func plural(_ name: String) -> String {
    let lower = name.lowercased()
    if ["s", "x", "z", "ch", "sh"].contains(where: lower.hasSuffix) { return name + "es" }
    guard lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before)
    else { return name + "s" }
    return name.dropLast() + "ies"
  }
}
