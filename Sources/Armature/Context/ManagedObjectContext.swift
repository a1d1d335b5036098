public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A unit of work: the objects of one task, what changed in them, and the way to save it.
///
/// A context keeps one object per identity, both sides of every relationship, and its objects alive.
/// It is a plain class, not `Sendable`: use it in a script, inside an actor or on the main actor; the
/// compiler refuses to share it. Core Data: `NSManagedObjectContext`.
public final class ManagedObjectContext {
  /// The model of the objects.
  public let model: ManagedObjectModel
  let runtime: ModelRuntime
  /// What tells the object numbers of this context from those of others.
  let origin = UInt64.random(in: .min ... .max)
  let environment: ObjectEnvironment
  /// The runtimes of the entities that were used, to spare the lock of the shared ones.
  private var runtimes: [EntityRuntime?]
  private let names: PropertyTable

  var identityMap = IdentityMap()
  var changes = ChangeSet()
  var saveState = SaveState.idle
  /// The objects whose deletion is under way, from the moment that they get their hooks.
  var prepared: Set<ObjectIdentifier> = []
  /// Deleted objects that links of others may still lead to.
  var graveyard: [ManagedObject] = []

  /// Makes an empty context.
  ///
  /// `now` is the clock for defaults of `.now`, `makeUUID` the source of identifiers for defaults of
  /// `.uuid`: tests pass their own.
  public init(
    model: ManagedObjectModel, now: @escaping () -> Date = { Date() },
    makeUUID: @escaping () -> UUID = { UUID() }
  ) {
    self.model = model
    environment = ObjectEnvironment(now: now, makeUUID: makeUUID)
    runtime = ModelRuntime.of(model)
    runtimes = Array(repeating: nil, count: runtime.count)
    names = PropertyTable(names: model.entities.map(\.name)) { position, hash in
      PropertyEntry(hash: hash, bit: 0, word: 0, maskWord: 0, slot: UInt16(position), kind: 0)
    }
  }

  deinit {
    for object in identityMap.objects { object.leave() }
    names.deallocate()
  }

  func entityRuntime(at position: Int) -> EntityRuntime {
    if let runtime = runtimes[position] { return runtime }
    let made = runtime.runtime(at: position)
    runtimes[position] = made
    return made
  }

  /// The runtime of an entity that may have objects.
  func entityRuntime(named name: String) throws(ManagedObjectError) -> EntityRuntime {
    guard let entry = name.withPropertyName(names.find) else {
      throw .unknownEntity(
        name: name, suggestion: nearMiss(name, in: model.entities.map(\.name)))
    }
    let runtime = entityRuntime(at: Int(entry.pointee.slot))
    if _slowPath(runtime.entity.isAbstract) {
      throw .abstractEntity(name: name, concrete: model.concreteEntities(of: name))
    }
    return runtime
  }
}

extension ManagedObjectModel {
  /// The names of the entities under an abstract one that may have objects.
  func concreteEntities(of name: String) -> [String] {
    entities.filter { !$0.isAbstract && entity($0.name, isKindOf: name) }.map(\.name)
  }

  /// Makes an object with its defaults that is in no context yet.
  ///
  /// It can be filled and validated; relationships need a context.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the model has no such entity, or it is abstract.
  public func makeObject(
    _ entityName: String, now: @escaping () -> Date = { Date() },
    makeUUID: @escaping () -> UUID = { UUID() }
  ) throws(ManagedObjectError) -> ManagedObject {
    let models = ModelRuntime.of(self)
    guard let position = models.index(of: entityName) else {
      throw .unknownEntity(
        name: entityName, suggestion: nearMiss(entityName, in: entities.map(\.name)))
    }
    let runtime = models.runtime(at: position)
    if runtime.entity.isAbstract {
      throw .abstractEntity(name: entityName, concrete: concreteEntities(of: entityName))
    }
    return runtime.makeObject(ObjectEnvironment(now: now, makeUUID: makeUUID))
  }
}
