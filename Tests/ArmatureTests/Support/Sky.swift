@testable import Armature

/// Rows in a dictionary, and which of them were asked for.
final class DictionarySource: RowSource {
  var rows: [Int64: [String: AttributeValue]] = [:]
  private(set) var requests: [Int64] = []

  func values(
    for keys: [Int64], of entity: EntityDescription
  ) -> [[String: AttributeValue]?] {
    requests += keys
    return keys.map { rows[$0] }
  }
}

struct Planet: EntityType {
  static let schema = Planet()
  let name = Attribute<String>().identifying()
  let radius = Attribute<Int?>()
  let ringed = Attribute<Bool>()
  let moons: ToMany<Moon> = ToMany(inverse: \.planet, ordered: true)
}

struct Moon: EntityType {
  static let schema = Moon()
  let name = Attribute<String>()
  let planet: ToOne<Planet> = ToOne(inverse: \.moons)
}

final class ProbeObject: ManagedObject {
  @Property("name") var name: String
  @Property("weight") var weight: Int
  @Property("target") var target: ManagedObject?
  @Property("visited") var visited: [ManagedObject]
}

/// A context whose objects come from a source: two planets, two moons of one of them, and a probe.
struct Sky {
  let context: ManagedObjectContext
  let source = DictionarySource()

  /// Keys far from those that the context gives out.
  static let (mars, venus, phobos, deimos, viking): (Int64, Int64, Int64, Int64, Int64) =
    (1000, 1001, 2000, 2001, 3000)

  init() throws {
    let model = try ManagedObjectModel("Sky") {
      Planet.self
      Moon.self
      Entity("Probe", class: ProbeObject.self) {
        Attribute("name", String.self).identifying()
        Attribute("weight", Int.self).range(1...).default(1)
        Relationship("target", to: "Planet")
        Relationship("visited", to: "Planet", .ordered)
      }
    }
    context = ManagedObjectContext(model: model)
    context.graph.rowSource = source
    source.rows = [
      Self.mars: [
        "name": "Mars", "radius": 3389, "ringed": false,
        "moons": .objects([id("Moon", Self.phobos), id("Moon", Self.deimos)]),
      ],
      Self.venus: ["name": "Venus", "ringed": false],
      Self.phobos: ["name": "Phobos", "planet": .object(id("Planet", Self.mars))],
      Self.deimos: ["name": "Deimos", "planet": .object(id("Planet", Self.mars))],
      Self.viking: [
        "name": "Viking", "weight": 600, "target": .object(id("Planet", Self.mars)),
        "visited": .objects([id("Planet", Self.venus), id("Planet", Self.mars)]),
      ],
    ]
  }

  func id(_ entity: String, _ key: Int64) -> ManagedObjectID {
    ManagedObjectID(
      entityName: entity, key: key, storeID: context.graph.storeID, isTemporary: false)
  }

  /// The object of a row, as a fault if nobody has asked for it yet.
  func object(_ entity: String, _ key: Int64) throws -> ManagedObject {
    let handle = context.graph.handle(of: id(entity, key))
    guard let object = context.graph.object(handle) else {
      throw ManagedObjectError.gone(entity: entity)
    }
    return object
  }

  var mars: ManagedObject { get throws { try object("Planet", Self.mars) } }
  var venus: ManagedObject { get throws { try object("Planet", Self.venus) } }
  var phobos: ManagedObject { get throws { try object("Moon", Self.phobos) } }
  var deimos: ManagedObject { get throws { try object("Moon", Self.deimos) } }

  var viking: ProbeObject {
    get throws {
      guard let probe = try object("Probe", Self.viking) as? ProbeObject else {
        throw ManagedObjectError.gone(entity: "Probe")
      }
      return probe
    }
  }
}
