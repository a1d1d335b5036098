/// Checks that all parents exist, that inheritance has no cycles, and that abstract entities have sub-entities.
enum InheritanceCheck {
  static func check(
    _ position: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let lineage = draft.lineages[position]
    switch lineage.problem {
    case .unknownParent(let name):
      findings.error(
        .unknownParent, at: place,
        " names the parent \(name.quotedForMessage), which the model lacks."
          + draft.suggestions.entity(for: name))
    case .isItsOwnParent:
      findings.error(
        .inheritanceCycle, at: place, " must have another entity as its parent, but names itself.")
    case .cycle(let members):
      let path = (members + members.prefix(1)).map { draft.declarations[$0].name.inMessage }
      findings.error(
        .inheritanceCycle, at: place,
        " must not inherit from itself, but does: \(path.joined(separator: " → "))."
          + " Remove one of the parents.")
    case nil: break
    }
    if draft.declarations[position].isAbstract, lineage.children.isEmpty, lineage.isComplete,
      draft.isFirst(position)
    {
      findings.error(
        .abstractWithoutSubentities, at: place,
        " is abstract and must have a sub-entity, but has none."
          + " Declare one, or let it have objects of its own.")
    }
  }
}
