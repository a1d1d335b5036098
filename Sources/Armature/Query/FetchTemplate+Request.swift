public import ArmatureModel

extension ManagedObjectModel {
  /// Returns the request of a fetch template, with values for its variables.
  ///
  /// For example, if the model declares a template `since` with a variable `YEAR`, you use the template as follows:
  ///
  /// ```swift
  /// let books = try context.fetch(context.model.fetchRequest(template: "since", ["YEAR": 1965]))
  /// ```
  /// Core Data: `fetchRequestFromTemplate(withName:substitutionVariables:)`.
  ///
  /// - Throws:
  ///   - ``/Armature/ManagedObjectError/unknownTemplate(name:suggestion:)`` if the model has no template with this
  ///     name.
  ///   - ``/ArmatureModel/FetchTemplateError`` if the values do not match the variables of the template.
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
