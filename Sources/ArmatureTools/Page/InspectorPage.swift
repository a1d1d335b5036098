public import Armature
public import ArmatureModel

/// A page for a browser that shows a model and, if wanted, objects, what is wrong with them, and an older version.
///
/// ```swift
/// let page = InspectorPage(model, objectsOf: context, report: context.validate())
/// print(page.html().hasPrefix("<!doctype html>"))  // true
/// ```
/// It is one text, which a browser shows from a file: without a network, a server or other files.
/// Names and values stand in it as text, whatever they have in them.
public struct InspectorPage {
  /// What is shown, for a heading.
  public let title: String
  /// The picture of the model, compared with the older version if there is one.
  let diagram: ModelDiagram
  let model: PageModel
  /// The objects as JSON; `nil` for a page of a model alone.
  let objects: String?

  /// Shows a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - older: An older version, the difference to which is shown.
  ///   - context: The context whose objects are shown; none unless given.
  ///   - report: What is wrong with the objects, and with records of which none were made.
  ///   - paths: The paths that stand for files in the places of declarations, such as `Shop/Model.swift`.
  /// - Complexity: O(*n*) in the number of properties and values, and in the failures.
  public init(
    _ model: ManagedObjectModel, against older: ManagedObjectModel? = nil,
    objectsOf context: ManagedObjectContext? = nil, report: ValidationReport = ValidationReport(),
    paths: [String: String] = [:]
  ) {
    title = model.name
    diagram = ModelDiagram(model, against: older)
    let places = PagePlaces(paths)
    self.model = PageModel(model, against: older, diagram, places)
    objects =
      context == nil && report.isEmpty ? nil : PageObjects(model, context, report, places).text
  }
}
