public import Armature
import ArmatureDocuments
public import ArmatureModel

/// A page for a web browser that shows a model. It can also show objects, their validation failures, and the
/// differences from an older version of the model.
///
/// ```swift
/// let page = InspectorPage(model, objectsOf: context, report: context.validate())
/// print(page.html().hasPrefix("<!doctype html>"))  // true
/// ```
/// The page is a single file, which needs no network, no server and no other files. Names and values are escaped.
public struct InspectorPage {
  /// The title of the page.
  public let title: String
  /// The diagram of the model, compared with the older version if one was given.
  let diagram: ModelDiagram
  let model: PageModel
  /// The objects as JSON; `nil` for a page without objects.
  let objects: String?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - older: An older version of the model. The page shows the differences from it.
  ///   - context: The context with the objects to show.
  ///   - report: The failures of the objects, and of records that could not be loaded.
  ///   - paths: The paths of source files. The page shows them instead of file identifiers such as `Shop/Model.swift`.
  /// - Complexity: O(*n*) in the number of properties, values and failures.
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
