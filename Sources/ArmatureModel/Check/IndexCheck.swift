/// Checks the properties of indexes.
enum IndexCheck {
  static func check(
    _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    for index in draft.declarations[entity].indexes {
      let place = place.at(index.site)
      let names = index.elements.map(\.property)
      let isSound = PropertyListCheck(draft, entity, word: "Index", at: place)
        .check(names, &findings)
      if Set(index.elements.map(\.kind)).count > 1 {
        findings.error(
          .mixedIndex, at: place,
          " must have indexes of one kind each, but one over \(names.inMessage) mixes binary and"
            + " R-tree elements. Declare two indexes.")
      } else if isSound {
        checkRectangles(index, entity, at: place, in: draft, &findings)
      }
      if let predicate = index.predicate {
        ConditionCheck(draft, subject: "\(place), index over \(names.inMessage)")
          .check(predicate, about: entity, at: place, &findings)
      }
    }
  }

  private static func checkRectangles(
    _ index: IndexDescription, _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    for element in index.elements where element.kind == .rTree {
      guard let found = draft.find(element.property, in: entity) else { continue }
      let type = draft[found].asAttribute?.type
      if let type, type.isNumeric { continue }
      findings.error(
        .unsupportedProperty, at: place,
        " must have R-tree indexes over numbers, but \(element.property.quotedForMessage) is"
          + " \(type?.inMessage ?? "a relationship"). Use .binary.")
    }
  }
}
