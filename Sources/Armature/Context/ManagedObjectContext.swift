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

  let identityMap = IdentityMap()
  var changes = ChangeSet()
  var saveState = SaveState.idle
  /// How many saves are calling `didSave()`, each within one of the save before.
  var saveDepth = 0
  /// Whether such saves have become too many, until the outermost is over.
  var isSavingEndlessly = false
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
  }

  deinit {
    // Nobody has deleted the objects: those that are kept elsewhere keep their values.
    // One walk where it can: a second over a million objects, which no cache holds, costs 20 ns each.
    // Not with custom classes, whose `deinit` could see neighbours that still lead to the dead.
    if runtime.hasCustomClasses {
      identityMap.forEach { $0.leave(origin: origin, keepingValues: true) }
    } else {
      identityMap.releaseAll { $0.leave(origin: origin, keepingValues: true) }
    }
  }

  func entityRuntime(at position: Int) -> EntityRuntime { runtime.runtime(at: position) }

  /// The runtime of an entity that may have objects.
  func entityRuntime(named name: String) throws(ManagedObjectError) -> EntityRuntime {
    guard let found = runtime.runtime(named: name) else {
      throw runtime.error(for: name, in: model)
    }
    return found
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
  ) throws -> ManagedObject {
    let runtime = ModelRuntime.reference(of: self)
    guard let entity = runtime._withUnsafeGuaranteedRef({ $0.runtime(named: entityName) }) else {
      throw runtime._withUnsafeGuaranteedRef { $0.error(for: entityName, in: self) }
    }
    return entity.makeObject(ObjectEnvironment(now: now, makeUUID: makeUUID))
  }
}
