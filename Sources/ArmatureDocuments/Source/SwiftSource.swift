public import ArmatureModel

/// Swift source that declares a model in one of the three tiers.
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
/// The source follows the order of the model and omits settings that have their defaults. The compiled source has the
/// same fingerprint as the model.
///
/// Some declarations cannot be written as source:
/// - Closures are omitted.
/// - An enumeration becomes its raw type with a list of allowed values.
/// - A composite becomes a struct. The dynamic tier declares its elements in place.
/// - Any other Swift type becomes the type in which it is stored.
/// - The dynamic tier omits the names of classes. In the typed tier, the classes have no members yet.
/// - The note of a declaration that was proposed from examples becomes a comment.
public struct SwiftSource: Sendable {
  /// The text, in the format of `swift format`. For source with classes, this is the file that is overwritten each
  /// time.
  ///
  /// The source declares the model as a constant named `model`. Source with classes must be part of a package, and its
  /// function `makeModel()` returns the model.
  public let text: String
  /// The files with the classes, which you can edit, in the order of the model. The array is empty for the other tiers.
  public let classFiles: [ClassFile]
  /// Issues about the parts of the model that the source omits, such as closures, or declares under another name.
  public let issues: [ModelIssue]

  /// The key of a note for people in the user info of a declaration.
  package static let noteKey = "examples.note"
  /// The maximum number of properties in one body. The compiler checks a body as a whole, so large bodies are slow to
  /// compile.
  private static let largestBody = 150

  /// Creates the source of a model.
  ///
  /// - Complexity: O(*n*) in the size of the model.
  public init(of model: ManagedObjectModel, as tier: Tier = .dynamic) {
    let losses = SwiftSourceIssues(of: model, namesClasses: tier != .dynamic).issues
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

  /// Returns the source of the dynamic tier with a public function `makeModel()`, for a module.
  package static func moduleText(of model: ManagedObjectModel) -> String {
    dynamicText(of: model) { lines in
      [
        "/// The model \(model.name.swiftLiteral).",
        "public func makeModel() throws -> ManagedObjectModel {",
      ]
        + declaration(of: model, keyword: "", lines).map { "  \($0)" } + ["}"]
    }
  }

  private static func dynamicText(of model: ManagedObjectModel) -> String {
    dynamicText(of: model) { declaration(of: model, $0) }
  }

  private static func dynamicText(
    of model: ManagedObjectModel, declaration: (_ body: [String]) -> [String]
  ) -> String {
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
      [declaration(lines)] + functions,
      needsFoundation: entities.contains { $0.needsFoundation })
  }

  /// Returns a file with some declarations. Each declaration is given as lines.
  ///
  /// - Parameter header: The first line, which is a comment.
  static func file(
    _ declarations: [[String]], needsFoundation: Bool, header: String? = nil
  ) -> String {
    let imports = ["import Armature"] + (needsFoundation ? ["import Foundation"] : [])
    let parts = [header.map { [$0] } ?? [], imports].filter { !$0.isEmpty } + declarations
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// Returns the declaration of a model as a variable.
  static func declaration(
    of model: ManagedObjectModel, keyword: String = "let model = ", _ body: [String]
  ) -> [String] {
    // An empty body stays on one line.
    let head = "\(keyword)try ManagedObjectModel(\(model.name.swiftLiteral)) {"
    return body.isEmpty ? [head + "}"] : [head] + body + ["}"]
  }

  /// Returns the function that declares an entity.
  static func function(_ name: String, _ entity: SwiftEntity) -> [String] {
    ["func \(name)() -> Entity {"] + entity.lines.map { "  \($0)" } + ["}"]
  }
}

extension SwiftSource {
  /// A style of declarations.
  ///
  /// ```swift
  /// for tier in SwiftSource.Tier.allCases { print(tier, SwiftSource(of: model, as: tier).text.count) }
  /// ```
  public enum Tier: String, Sendable, CaseIterable {
    /// Entities and properties are declared by their names as text.
    case dynamic
    /// Each entity has a struct. The compiler checks names and types. An entity with a class in the model also has a
    /// class, which is empty.
    case typed
    /// Each entity has a class with an accessor for each property.
    case classes
  }
}

extension SwiftSource {
  /// A source file with the class of an entity. You can edit this file, so write it only if it does not exist yet.
  ///
  /// ```swift
  /// let files = SwiftSource(of: model, as: .classes).classFiles
  /// for file in files where !FileManager.default.fileExists(atPath: file.name) {
  ///   try Data(file.text.utf8).write(to: URL(filePath: file.name))
  /// }
  /// ```
  public struct ClassFile: Sendable {
    /// The name of the file, which is the name of the class with its extension.
    public let name: String
    /// The text, in the format of `swift format`.
    public let text: String

    init(entity: String, _ names: SwiftClass.Names) {
      name = "\(names.object).swift"
      text = SwiftSource.file(
        [
          ["/// An object of the entity \(entity.swiftLiteral)."]
            + SwiftClass.declaration(of: names.object, under: names.properties)
        ], needsFoundation: false)
    }
  }
}

extension AttributeDescription {
  /// The name of the type that generated source uses, without an optional.
  var nameInSource: String { mapName ?? type.inSource.swiftName }
}

extension AttributeType {
  /// The type that generated source uses. This is the storage type, because the source does not declare types of its
  /// own.
  var inSource: AttributeType {
    if case .list(let element) = storage { .list(element.inSource) } else { storage }
  }
}
