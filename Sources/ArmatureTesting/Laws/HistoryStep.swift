import Armature
import ArmatureGenerator

/// A step of a history. Objects are identified by numbers, in the order of their creation.
enum HistoryStep {
  /// Inserts an object without values.
  case insert(Int, entity: String)
  /// Generates a valid object, with the objects that it requires.
  case make(Int, entity: String, seed: UInt64)
  case set(Int, key: String, AttributeValue)
  case link(Int, key: String, Int?)
  case add(Int, key: String, Int)
  case remove(Int, key: String, Int)
  case delete(Int)
  case save
  case rollBack
  /// Writes JSON and loads it into another context.
  case copy
  /// Saves the objects to a store and reads them in another context.
  case reread
  /// Undoes the last change and redoes it.
  case undoAndRedo

  var isUndo: Bool { if case .undoAndRedo = self { true } else { false } }

  /// Returns the step as Swift code, and adds the name of a created object to `names`.
  func source(_ names: inout [Int: String]) -> String {
    func name(_ number: Int) -> String { names[number] ?? "object\(number)" }
    func declare(_ number: Int, _ entity: String) -> String {
      let name = entity.prefix(1).lowercased() + entity.dropFirst() + "\(number)"
      names[number] = name
      return "let \(name) = "
    }
    switch self {
    case .insert(let number, let entity):
      return declare(number, entity) + "try context.insert(\(entity.debugDescription))"
    case .make(let number, let entity, let seed):
      return declare(number, entity)
        + "try ObjectGenerator(model, seed: \(seed)).make(\(entity.debugDescription), in: context)"
    case .set(let number, let key, let value):
      let source = value.isNull ? "nil" : "AttributeValue\(value.source)"
      return "try \(name(number)).setValue(\(source), forKey: \(key.debugDescription))"
    case .link(let number, let key, let end):
      let source = end.map(name) ?? "nil"
      return "try \(name(number)).setValue(\(source), forKey: \(key.debugDescription))"
    case .add(let number, let key, let member):
      return "try \(name(number)).insert(\(name(member)), into: \(key.debugDescription))"
    case .remove(let number, let key, let member):
      return "try \(name(number)).remove(\(name(member)), from: \(key.debugDescription))"
    case .delete(let number): return "try context.delete(\(name(number)))"
    case .save: return "try context.save()"
    case .rollBack: return "context.rollback()"
    case .copy:
      return """
        let copy = ManagedObjectContext(model: model)
        try copy.load(.data(try context.json()))
        expectEqual(copy, context)
        """
    case .reread:
      return """
        let container = try PersistentContainer(model: model)
        let writer = container.makeContext()
        let data = try JSONEncoder().encode(ObjectArchive(context.registeredObjects))
        let archive = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: writer)
        try writer.save()
        expectEqual(container.makeContext(), writer)
        """
    case .undoAndRedo:
      return """
        context.undo()
        context.redo()
        """
    }
  }
}

extension AttributeValue {
  /// The value as Swift code, from the dot of its case on.
  fileprivate var source: String {
    switch self {
    case .null: ".null"
    case .bool(let value): ".bool(\(value))"
    case .int(let value): ".int(\(value))"
    case .double(let value): ".double(\(value.source))"
    case .decimal(let value):
      value.isNaN ? ".decimal(.nan)" : ".decimal(Decimal(string: \"\(value)\")!)"
    case .string(let value): ".string(\(value.debugDescription))"
    case .date(let value): ".date(\(value.source))"
    case .data(let value): ".data(Data(\(Array(value))))"
    case .uuid(let value): ".uuid(UUID(uuidString: \"\(value)\")!)"
    case .url(let value): ".url(URL(string: \(value.absoluteString.debugDescription))!)"
    case .zonedDate(let value):
      ".zonedDate(ZonedDate(date: \(value.date.source), timeZoneIdentifier: \"\(value.timeZoneIdentifier)\"))"
    case .calendarDate(let value): ".calendarDate(CalendarDate(\"\(value)\")!)"
    case .json(let value): ".json(try JSONValue(parsing: \(value.description.debugDescription)))"
    case .list(let values): ".list([\(values.map(\.source).joined(separator: ", "))])"
    case .composite(let elements):
      ".composite(["
        + elements.sorted { $0.key < $1.key }.map {
          "\($0.key.debugDescription): \($0.value.source)"
        }
        .joined(separator: ", ") + "])"
    case .object, .objects: ".null"  // links are steps of their own
    }
  }
}

extension Date {
  fileprivate var source: String {
    "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate.source))"
  }
}

extension Double {
  fileprivate var source: String {
    isNaN ? ".nan" : isInfinite ? (self < 0 ? "-.infinity" : ".infinity") : "\(self)"
  }
}

/// The entities that can have objects.
struct HistoryEntities {
  let all: [EntityDescription]
  /// The entities for which the generator finds a valid object. An unsuccessful search takes long, so each entity is
  /// tried only once.
  let generated: Set<String>
  /// The error for the first of the other entities.
  let refusal: (any Error)?

  init(_ generator: ObjectGenerator) {
    all = generator.model.entities.filter { !$0.isAbstract }
    let context = ManagedObjectContext(model: generator.model)
    var (generated, refusal): (Set<String>, (any Error)?) = ([], nil)
    for entity in all {
      do {
        try generator.make(entity.name, in: context)
        generated.insert(entity.name)
      } catch {
        refusal = refusal ?? error
      }
    }
    (self.generated, self.refusal) = (generated, refusal)
  }
}
