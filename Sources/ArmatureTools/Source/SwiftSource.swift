import Armature
public import ArmatureModel

/// A model as Swift that declares it in the words of one of the three tiers.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("sku", String.self).length(1...8).identifying() }
/// }
/// print(SwiftSource(of: model).text.contains("length(1...8).identifying()"))  // true
/// print(SwiftSource(of: model, as: .typed).text.contains("let sku = Attribute<String>()"))  // true
/// let classes = SwiftSource(of: model, as: .classes)
/// print(classes.text.contains(#"@Property("sku") var sku: String"#))  // true
/// print(classes.classFiles.map(\.name))  // ["Product.swift"]
/// ```
/// Nothing is said that is so anyway, and everything stands in the order of the model. What is compiled has the
/// fingerprint of the model. Closures cannot be written, and neither can Swift types: an enumeration becomes the
/// type of its raw values with a list of them, and any other type the one it is kept as; a composite becomes a
/// struct, or in the dynamic tier what it is. Only with classes the source has their names.
public struct SwiftSource: Sendable {
  /// The text, as `swift format` leaves it; with classes, that of the file which is written anew each time.
  ///
  /// It has the model as `model`; with classes, which stand in files of their own and so in a package, as what
  /// `makeModel()` returns.
  public let text: String
  /// The files with the classes to edit, in the order of the model; empty for the other tiers.
  public let classFiles: [ClassFile]
  /// What the model has and the source does not say, such as closures, and what the tier says otherwise or under another
  /// name.
  public let issues: [ModelIssue]

  /// The most properties that stand in one body: the compiler checks a body as a whole.
  private static let largestBody = 150

  /// Writes the source of a model.
  ///
  /// - Complexity: O(*n*) in the size of the model.
  public init(of model: ManagedObjectModel, as tier: Tier = .dynamic) {
    let losses = SwiftLosses(of: model, namesClasses: tier == .classes).issues
    switch tier {
    case .dynamic: (text, classFiles, issues) = (Self.dynamicText(of: model), [], losses)
    case .typed:
      let source = SwiftSchemas(model)
      (text, classFiles, issues) = (source.text, [], losses + source.issues)
    case .classes:
      let source = SwiftClasses(model)
      (text, classFiles, issues) = (source.text, source.files, losses + source.issues)
    }
  }

  private static func dynamicText(of model: ManagedObjectModel) -> String {
    let entities = model.declarations.map { SwiftEntity($0) }
    let isLarge = model.declarations.reduce(0) { $0 + $1.ownProperties.count } > largestBody
    var names = SwiftNames.ofSource
    var lines: [String] = []
    var functions: [[String]] = []
    for entity in entities {
      if isLarge {
        let name = names.function(for: entity.name)
        lines.append("  \(name)()")
        functions.append(function(name, entity))
      } else {
        lines += entity.lines.map { "  \($0)" }
      }
    }
    return file(
      [declaration(of: model, lines)] + functions,
      needsFoundation: entities.contains { $0.needsFoundation })
  }

  /// A file of some declarations, each in lines.
  ///
  /// - Parameter header: The first line, which is a comment.
  static func file(
    _ declarations: [[String]], needsFoundation: Bool, header: String? = nil
  ) -> String {
    let imports = ["import Armature"] + (needsFoundation ? ["import Foundation"] : [])
    let parts = [header.map { [$0] } ?? [], imports].filter { !$0.isEmpty } + declarations
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// The declaration of a model as a variable.
  static func declaration(of model: ManagedObjectModel, _ body: [String]) -> [String] {
    // An empty body is written without lines.
    let head = "let model = try ManagedObjectModel(\(model.name.swiftLiteral)) {"
    return body.isEmpty ? [head + "}"] : [head] + body + ["}"]
  }

  /// The function that declares an entity.
  static func function(_ name: String, _ entity: SwiftEntity) -> [String] {
    ["func \(name)() -> Entity {"] + entity.lines.map { "  \($0)" } + ["}"]
  }
}
