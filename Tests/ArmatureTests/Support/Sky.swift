@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows in a dictionary, and the requested keys.
///
/// `@unchecked Sendable`: one test uses each.
final class DictionaryStore: PersistentStore, StoreReader, @unchecked Sendable {
  let identifier = UUID()
  var rows: [Int64: [String: AttributeValue]] = [:]
  private(set) var requests: [Int64] = []
  /// The number of writes of each row, from the second version on.
  private var versions: [Int64: UInt32] = [:]
  private var nextKey: Int64 = 1
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) { self.model = model }

  func forgetRequests(of keys: Set<Int64>) { requests.removeAll(where: keys.contains) }

  func open(_ model: ManagedObjectModel) {}

  func reserveKeys(_ count: Int) -> Range<Int64> {
    defer { nextKey += Int64(count) }
    return nextKey..<nextKey + Int64(count)
  }

  func fetch(_ request: FetchRequest, into rows: StoreRows) {}
  func count(_ request: FetchRequest) -> Int { 0 }

  func rows(for keys: [Int64], of entity: EntityDescription, into found: StoreRows) {
    requests += keys
    for key in keys {
      guard let row = rows[key] else { continue }
      found.append(
        StoreRow(
          ManagedObjectID(entityName: entity.name, key: key, storeID: identifier),
          version: versions[key] ?? 1,
          values: entity.persistentProperties.map {
            $0.asRelationship?.isToMany == true ? .null : row[$0.name] ?? .null
          }))
    }
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) -> [[ManagedObjectID]] {
    keys.map { key in
      guard case .objects(let ids)? = rows[key]?[relationship.name] else { return [] }
      return ids.filter { rows[$0.key] != nil }
    }
  }

  func commit(_ changes: StoreChanges) -> [UInt32] {
    for change in changes {
      if change.kind == .delete {
        rows[change.id.key] = nil
        continue
      }
      var row = rows[change.id.key] ?? [:]
      let properties = model[change.id.entityName]?.persistentProperties ?? []
      for value in change.values { row[properties[value.property].name] = value.value }
      for links in change.links {
        let name = properties[links.property].name
        var members: [ManagedObjectID] = []
        if case .objects(let ids)? = row[name] { members = ids }
        members.removeAll(where: links.removed.contains)
        members += links.added
        row[name] = .objects(links.order ?? members)
      }
      rows[change.id.key] = row
    }
    return changes.map { change in
      versions[change.id.key] = change.version + 1
      return change.version + 1
    }
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

/// A context with objects from a source: two planets, two moons of one of them, and a probe.
struct Sky {
  let context: ManagedObjectContext
  let source: DictionaryStore

  /// Keys far from the keys that the context assigns.
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
    source = DictionaryStore(model)
    context = ManagedObjectContext(model: model, store: source)
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

  /// Returns the object of a row, as a fault if it was not requested yet.
  func object(_ entity: String, _ key: Int64) throws -> ManagedObject {
    let handle = StoreSlots(context.graph).handle(of: id(entity, key))
    guard let object = context.graph.object(handle) else {
      throw ManagedObjectError.noSuchObject(id(entity, key))
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
        throw ManagedObjectError.noSuchObject(id("Probe", Self.viking))
      }
      return probe
    }
  }
}
