import Armature
import Foundation

/// The library's side of declarations: models built at run time, and source text for the compiler.
enum OurDeclarations {
  static let model = "model"
  static let source = "source"

  /// Builds a model with a few rules and two relationships per entity; the other properties are attributes.
  static func build(entities: Int, properties: Int) -> [Subject] {
    [
      .measured(model, .milliseconds) {
        try nanoseconds {
          sink(
            try ManagedObjectModel("Large") {
              for number in 0..<entities { entity(number, of: entities, properties) }
            })
        } / 1e6
      }
    ]
  }

  /// Validates entities with missing parents that have names similar to existing ones.
  static func misspeltParents(_ count: Int) -> () -> Void {
    let entities = (0..<count).map { EntityDescription("Entity\($0)", parent: "Entitty\($0)") }
    return {
      do {
        sink(try ManagedObjectModel("Misspelt", entities: entities))
        preconditionFailure("the model has mistakes")
      } catch {
        precondition((error as? ModelError)?.issues.count == count)
      }
    }
  }

  /// Validates entities that each inherit from the previous one and add a property.
  static func deepInheritance(_ count: Int) -> () -> Void {
    let entities = (0..<count).map { number in
      EntityDescription(
        "Entity\(number)", parent: number == 0 ? nil : "Entity\(number - 1)",
        properties: [.attribute(AttributeDescription("value\(number)", .int64))])
    }
    return { sink(expect { try ManagedObjectModel("Deep", entities: entities) }) }
  }

  private static func entity(_ number: Int, of entities: Int, _ properties: Int) -> Entity {
    Entity("Entity\(number)") {
      Attribute("name", String.self).length(1...200)
      Attribute("code", String?.self).matching("[A-Z]{3}-[0-9]{4}")
      Attribute("amount", Int.self).default(1).range(1...)
      for position in 0..<(properties - 5) {
        switch position % 3 {
        case 0: Attribute("text\(position)", String?.self)
        case 1: Attribute("number\(position)", Int.self).default(0)
        default: Attribute("date\(position)", Date?.self)
        }
      }
      Relationship("next", to: "Entity\((number + 1) % entities)", inverse: "previous")
      Relationship(
        "previous", to: "Entity\((number + entities - 1) % entities)", inverse: "next")
    }
  }

  /// Returns source with a function `measured` that declares one entity with `count` attributes.
  static func wideEntity(_ count: Int, rules: Bool) -> String {
    let words =
      rules
      ? [
        "String.self).length(1...200)", "Int.self).default(1).range(1...)", "Double?.self)",
        "Date.self).default(.now)", "Bool.self).default(true)",
      ] : ["String.self)", "Int.self)", "Double?.self)", "Date.self)", "Bool.self)"]
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

  /// Expressions that take compilers long.
  enum HardExpression: String {
    case arithmetic = "$0.n - 1 >= $0.n + 2 || $0.n * 2 < $0.n && $0.p + $0.q * 2 > $0.r - 1"
    case sum = "$0.n + $0.n + $0.n + $0.n + $0.n + $0.n + $0.n + $0.n <= 100"
    case conditions =
      "$0.n == 1 && $0.p == 2 && $0.q == 3 && $0.r == 4 && $0.s != nil && $0.n + 1 > $0.p * 2"
  }

  /// Returns source with a function `measured` that declares a rule in the dynamic or the typed tier.
  static func rule(_ expression: HardExpression, typed: Bool = false) -> String {
    """
    import Armature
    import Foundation

    struct Thing: EntityType {
      static let schema = Thing()
      let n = Attribute<Int>()
      let p = Attribute<Int?>()
      let q = Attribute<Int>()
      let r = Attribute<Int?>()
      let s = Attribute<String?>()
    }

    func measured() -> \(typed ? "TypedRule<Thing>" : "Rule") {
      \(typed ? "TypedRule" : "Rule")("a hard one") { \(expression.rawValue) }
    }

    """
  }

  /// Returns source with a function `measured` that adds six attributes with `??`, the hardest common expression.
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
