public import ArmatureModel

extension ManagedObjectModel {
  /// Returns the request of a fetch template, with values for its variables.
  ///
  /// ```swift
  /// let books = try context.fetch(context.model.fetchRequest(template: "since", ["YEAR": 1965]))
  /// ```
  /// Core Data: `fetchRequestFromTemplate(withName:substitutionVariables:)`.
  ///
  /// - Throws: ``/Armature/ManagedObjectError/unknownTemplate(name:suggestion:)``;
  ///   ``/ArmatureModel/FetchTemplateError`` if the values do not match its variables.
  public func fetchRequest(
    template name: String, _ values: [String: FetchExpression] = [:]
  ) throws -> FetchRequest {
    guard let (entity, template) = fetchTemplate(named: name) else {
      throw ManagedObjectError.unknownTemplate(
        name: name, suggestion: nearMiss(name, in: fetchTemplateNames))
    }
    return FetchRequest(entity.name, where: try template.predicate(substituting: values))
  }
}
