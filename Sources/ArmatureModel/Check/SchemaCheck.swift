/// Checks that a schema type has only properties, each declared separately and named by its label.
enum SchemaCheck {
  static func check(
    _ position: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    for issue in draft.declarations[position].schemaShape?.issues ?? [] {
      let place = place.at(issue.site)
      let label = issue.label.inMessage
      switch issue.fact {
      case .notAProperty(let type, let attribute):
        findings.error(
          .notAProperty, at: place,
          " must hold properties of its entity only, but \(label) is of type \(type). "
            + (attribute.map { "Write let \(label) = \($0)(), or make it static." }
              ?? "Make it static."))
      case .named(let name):
        findings.error(
          .namedProperty, at: place,
          " must take the names of its properties from their labels, but \(label) has the name "
            + "\(name.quotedForMessage). Remove the name, and rename the property.")
      case .copied(let original):
        findings.error(
          .copiedProperty, at: place,
          " must declare each property on its own, but \(label) is a copy of"
            + " \(original.inMessage), so views could not distinguish the two. Repeat the "
            + "declaration.")
      case .remade:
        findings.error(
          .remadeSchema, at: place,
          " must keep one schema, but makes one with another \(label) at each use."
            + " Write static let schema = \(place.entity)(), not static var.")
        return
      }
    }
  }
}
