import Armature
public import ArmatureModel

/// A model as Swift that declares it in the words of the dynamic tier.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("sku", String.self).length(1...8).identifying() }
/// }
/// print(SwiftSource(of: model).text.contains("length(1...8).identifying()"))  // true
/// ```
/// Nothing is said that is so anyway, and everything stands in the order of the model. What is compiled has the
/// fingerprint of the model. Closures and the names of classes cannot be written, and neither can Swift types:
/// an enumeration becomes the type of its raw values with a list of them, and any other type the one it is kept as.
public struct SwiftSource: Sendable {
  /// The text, as `swift format` leaves it.
  public let text: String

  /// The most properties that stand in one body: the compiler checks a body as a whole.
  private static let largestBody = 150

  /// Writes the source of a model.
  ///
  /// - Complexity: O(*n*) in the size of the model.
  public init(of model: ManagedObjectModel) {
    let entities = model.declarations.map { SwiftEntity($0) }
    let isLarge = model.declarations.reduce(0) { $0 + $1.ownProperties.count } > Self.largestBody
    var names = SwiftNames()
    var lines: [String] = []
    var functions: [String] = []
    for entity in entities {
      if isLarge {
        let name = names.function(for: entity.name)
        lines.append("  \(name)()")
        functions += ["", "func \(name)() -> Entity {"] + entity.lines.map { "  \($0)" } + ["}"]
      } else {
        lines += entity.lines.map { "  \($0)" }
      }
    }
    // An empty body is written without lines.
    let head = "let model = try ManagedObjectModel(\(model.name.swiftLiteral)) {"
    var source = lines.isEmpty ? [head + "}"] : [head] + lines + ["}"]
    source += functions
    let body = source.joined(separator: "\n") + "\n"
    let needsFoundation = entities.contains { $0.needsFoundation }
    text = "import Armature\n" + (needsFoundation ? "import Foundation\n" : "") + "\n" + body
  }
}
