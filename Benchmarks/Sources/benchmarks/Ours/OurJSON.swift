import Armature
import Foundation

/// The library's side of JSON: the entity of `OurValidation`, loaded into a new context each time.
enum OurJSON {
  static let objects = "objects"

  /// Loads `count` records into objects, with positions for errors and without rules.
  static func load(
    _ document: [UInt8], _ count: Int, layout: LoadSource.Layout = .document,
    name: String = objects
  ) -> [Subject] {
    [subject(name, document, count, layout, validates: false)]
  }

  /// Loads and validates `count` records; the report must be empty.
  static func loadAndValidate(
    _ document: [UInt8], _ count: Int, layout: LoadSource.Layout = .document
  ) -> [Subject] {
    [subject(objects, document, count, layout, validates: true)]
  }

  private static func subject(
    _ name: String, _ document: [UInt8], _ count: Int, _ layout: LoadSource.Layout,
    validates: Bool
  ) -> Subject {
    let source = LoadSource.data(Data(document), as: "Book", layout: layout)
    let model = OurValidation.model
    return .timed(name, operations: count) {
      let context = ManagedObjectContext(model: model)
      let result = expect { try context.load(source, options: LoadOptions(validates: validates)) }
      precondition(result.count == count && result.report.isEmpty)
    }
  }

  /// Reads a file of lines without keeping objects.
  static func readLines(_ path: String, _ count: Int) throws {
    var valid = 0
    try OurValidation.model.forEachLine(of: path, as: "Book") { _, report in
      if report.isEmpty { valid += 1 }
    }
    precondition(valid == count, "every record of the benchmark keeps the rules")
  }

  /// Writes the objects of an entity, loaded beforehand. The bytes must equal the document.
  static func save(
    _ document: [UInt8], _ count: Int, of entity: String = "Book",
    in model: ManagedObjectModel = OurValidation.model
  ) -> [Subject] {
    let context = ManagedObjectContext(model: model)
    _ = expect { try context.load(.data(Data(document), as: entity)) }
    precondition(expect { try context.json(of: entity, layout: .compact) } == Data(document))
    return [
      .timed(objects, operations: count) {
        sink(expect { try context.json(of: entity, layout: .compact) })
      }
    ]
  }
}
