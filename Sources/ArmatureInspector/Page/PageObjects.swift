import Armature
import ArmatureModel

/// The objects of a context and their failures, as data for the script of a page.
///
/// Objects are numbered across all tables, and links refer to these numbers. A table stores its values by column.
struct PageObjects {
  /// The JSON.
  let text: String

  /// The maximum number of characters shown of a text.
  private static let textLimit = 2_000

  init(
    _ model: ManagedObjectModel, _ context: ManagedObjectContext?, _ report: ValidationReport,
    _ places: PagePlaces
  ) {
    let tables = model.entities.filter { !$0.isAbstract }.map { entity in
      (entity: entity, objects: context.map { Self.objects(of: entity, in: $0) } ?? [])
    }
    var numbers: [ManagedObjectID: Int] = [:]
    for object in tables.lazy.flatMap(\.objects) { numbers[object.objectID] = numbers.count }
    var output = JSONOutput()
    output.beginObject()
    output.key("tables")
    output.beginArray()
    for (entity, objects) in tables {
      output.element()
      Self.write(entity, objects, numbers, to: &output)
    }
    output.endArray()
    output.key("failures")
    output.beginArray()
    for failure in report {
      output.element()
      Self.write(failure, numbers, places, to: &output)
    }
    output.endArray()
    output.endObject()
    text = output.string
  }

  /// Returns the entity's own objects, in the order of insertion.
  private static func objects(
    of entity: EntityDescription, in context: ManagedObjectContext
  ) -> [ManagedObject] {
    var request = FetchRequest(entity.name)
    request.includesSubentities = false
    // A page shows the objects that can be read.
    return (try? context.fetch(request)) ?? []
  }

  private static func write(
    _ entity: EntityDescription, _ objects: [ManagedObject], _ numbers: [ManagedObjectID: Int],
    to output: inout JSONOutput
  ) {
    let properties = entity.properties.filter { property in
      if case .fetched = property { false } else { true }
    }
    output.beginObject()
    output.key("entity")
    output.string(entity.name)
    output.key("count")
    output.int(Int64(objects.count))
    output.key("columns")
    output.beginArray()
    for property in properties {
      output.element()
      output.beginObject()
      output.key("name")
      output.string(property.name)
      output.key("values")
      output.beginArray()
      for object in objects {
        output.element()
        write((try? object.value(forKey: property.name)) ?? .null, numbers, to: &output)
      }
      output.endArray()
      output.endObject()
    }
    output.endArray()
    output.endObject()
  }

  /// Writes a value. Links are numbers; numbers that JavaScript would round are texts.
  private static func write(
    _ value: AttributeValue, _ numbers: [ManagedObjectID: Int], to output: inout JSONOutput
  ) {
    switch value {
    case .null: output.null()
    case .bool(let flag): output.bool(flag)
    case .int(let number) where number.magnitude <= 1 << 53: output.int(number)
    case .double(let number):
      if !output.double(number) { output.string(number.description) }
    case .string(let text): output.string(shortened(text))
    case .url(let url): output.string(shortened(url.absoluteString))
    case .object(let id):
      if let number = numbers[id] { output.int(Int64(number)) } else { output.null() }
    case .objects(let ids):
      output.beginArray()
      for number in ids.compactMap({ numbers[$0] }) {
        output.element()
        output.int(Int64(number))
      }
      output.endArray()
    default: output.string(value.description)
    }
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    return String(text.prefix(textLimit)) + "…"
  }

  private static func write(
    _ failure: ValidationFailure, _ numbers: [ManagedObjectID: Int], _ places: PagePlaces,
    to output: inout JSONOutput
  ) {
    output.beginObject()
    member("severity", failure.severity.rawValue, to: &output)
    member("code", failure.code, to: &output)
    member("entity", failure.entity, to: &output)
    // The property's name does not include a list index.
    member("property", failure.keyPath.first.map { String($0.prefix { $0 != "[" }) }, to: &output)
    member("message", places.located(failure.message), to: &output)
    member("label", failure.label, to: &output)
    if let number = failure.objectID.flatMap({ numbers[$0] }) {
      output.key("object")
      output.int(Int64(number))
    }
    member("source", failure.source?.description, to: &output)
    member("site", places.text(failure.ruleSite), to: &output)
    output.endObject()
  }

  private static func member(_ key: String, _ text: String?, to output: inout JSONOutput) {
    guard let text else { return }
    output.key(key)
    output.string(text)
  }
}
