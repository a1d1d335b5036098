import Armature
import Foundation

/// The library's side of loading records of unusual shapes, each time into a new context.
enum OurLoadShapes {
  /// Loads one parent with nested children, written by the library itself; the figure is per child.
  static func nested(_ name: String, children: Int) -> Subject {
    let model = expect {
      try ManagedObjectModel("Nested") {
        Entity("Parent") {
          Attribute("name", String.self)
          Relationship("children", to: "Child", .ordered, inverse: "parent", onDelete: .cascade)
        }
        Entity("Child") {
          Attribute("number", Int.self)
          Relationship("parent", to: "Parent", inverse: "children")
        }
      }
    }
    let records = (0..<children).map { "{\"number\":\($0)}" }.joined(separator: ",")
    let text = "{\"Parent\":[{\"name\":\"only\",\"children\":[\(records)]}]}"
    return load(name, text, as: nil, model, objects: children + 1, operations: children)
  }

  /// Loads half a million integers in records with a number of attributes; the figure is per value.
  static func wide(_ name: String, attributes: Int) -> Subject {
    let model = expect {
      try ManagedObjectModel("Wide") {
        Entity("Wide") {
          for index in 0..<attributes { Attribute("attribute\(index)", Int.self) }
        }
      }
    }
    let count = 500_000 / attributes
    let members = (0..<attributes).map { "\"attribute\($0)\":\($0 * 7)" }.joined(separator: ",")
    let text = "[" + repeatElement("{\(members)}", count: count).joined(separator: ",") + "]"
    return load(name, text, as: "Wide", model, objects: count, operations: count * attributes)
  }

  private static func load(
    _ name: String, _ text: String, as entity: String?, _ model: ManagedObjectModel, objects: Int,
    operations: Int
  ) -> Subject {
    let source = LoadSource.text(text, as: entity)
    return .timed(name, operations: operations) {
      let result = expect { try ManagedObjectContext(model: model).load(source) }
      precondition(result.count == objects && result.report.isEmpty)
    }
  }
}
