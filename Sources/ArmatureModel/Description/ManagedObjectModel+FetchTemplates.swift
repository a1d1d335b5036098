extension ManagedObjectModel {
  /// The names of all fetch templates, in the order of declaration.
  public var fetchTemplateNames: [String] { entities.flatMap { $0.fetchTemplates.map(\.name) } }

  /// The fetch template of a name, and the entity whose objects it is about.
  ///
  /// Core Data: `fetchRequestTemplate(forName:)`.
  ///
  /// - Complexity: O(*n*) in the number of templates.
  public func fetchTemplate(
    named name: String
  ) -> (entity: EntityDescription, template: FetchTemplateDescription)? {
    for entity in entities {
      if let template = entity.fetchTemplates.first(where: { $0.name == name }) {
        return (entity, template)
      }
    }
    return nil
  }
}
