public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A unit of work: the objects of one task, what changed in them, and the way to save it.
///
/// ```swift
/// let context = ManagedObjectContext(model: model)
/// let author = try context.insert("Author")
/// author.name = "Jane Austen"
/// try context.save()
/// author.name = ""
/// print(context.validate().isValid)  // false
/// context.rollback()
/// print(author.name ?? "")  // Jane Austen
/// ```
/// A context keeps one object per identity, both sides of every relationship, and its objects alive.
/// It is a plain class, not `Sendable`: use it in a script, inside an actor or on the main actor; the
/// compiler refuses to share it. Core Data: `NSManagedObjectContext`.
public final class ManagedObjectContext: GraphContext {
  /// The model of the objects.
  public let model: ManagedObjectModel
  let runtime: ModelRuntime
  /// The objects and what has happened to them.
  let graph: ObjectGraph
  /// What people call the context, in the history of its store; `nil` by default.
  public var name: String?
  /// Who its saves are by, in the history of its store; `nil` by default.
  ///
  /// ```swift
  /// context.transactionAuthor = "import"
  /// ```
  public var transactionAuthor: String?
  /// What a save does where others have changed the same objects in the store; an error by default.
  public var mergePolicy = MergePolicy.error
  /// Whether the context keeps objects without changes that nobody else holds, and that its store could
  /// give again; not by default.
  public var retainsRegisteredObjects = false
  /// Whether the context merges by itself what other contexts save into its store: at the start of each
  /// fetch, count and save; not by default.
  ///
  /// Of a child the store is its parent: the child merges what other children save into that, what it
  /// merges itself, and what it saves. What the parent changes, and has not saved, a child reads with its
  /// next fetch of these objects, or when they are refreshed.
  ///
  /// What other processes save to the store counts as well, or another container on the same file: it is asked
  /// whether they have, at the same times. A store that keeps a history says what they have changed; of others
  /// the versions of all objects are compared that the context has, and to-many relationships are loaded again.
  public var mergesChangesAutomatically = false {
    didSet {
      guard mergesChangesAutomatically != oldValue, let hub else { return }
      mailbox = mergesChangesAutomatically ? ChangeMailbox() : nil
      mergedToken = nil
      guard let mailbox else { return }
      hub.add(mailbox)
      // Without it the first merge compares everything.
      mergedToken = try? graph.store?.reader().token()
    }
  }
  /// What each save that has changes calls first, before the hooks of objects; nothing by default.
  ///
  /// ```swift
  /// context.willSave = { context in
  ///   for object in context.updatedObjects { try object.setValue("Anna", forKey: "editor") }
  /// }
  /// ```
  /// What it changes is saved, too. What it throws is thrown by the save, and its changes are then taken
  /// back with all that the save has done; so they are if the save fails later. It must not save, roll
  /// back or reset the context. Core Data: `NSManagedObjectContextWillSave`.
  public var willSave: ((ManagedObjectContext) throws -> Void)?
  /// Who is told of saves.
  var broadcast = ChangeBroadcast(joining: ContextChange.joined)
  /// Who is told of changes that are processed.
  var objectBroadcast = ChangeBroadcast(joining: ObjectChanges.joined)
  /// The lists that follow what changes.
  var liveLists: [WeakLiveList] = []
  /// Whether changes are noted though nobody listens.
  var keepsNotes = false
  /// Whether changes are being processed.
  var isProcessing = false
  /// How the contexts on the same store or parent tell each other of saves.
  let hub: ChangeHub?
  /// How its children are told what it saves, and what is saved to it or merged into it.
  let childHub = ChangeHub()
  /// What others have saved, if the context merges it.
  private(set) var mailbox: ChangeMailbox?
  /// The state of the store that a save decides in, while one is under way.
  var decisionState: DecisionState?
  /// Up to where in the saves of the store the context has merged what others have changed.
  var mergedToken: PersistentHistoryToken?
  var saveState = SaveState.idle
  var isValidatingSave: Bool { saveState == .validating }
  /// How many saves are calling `didSave()`, each within one of the save before.
  var saveDepth = 0
  /// Whether such saves have become too many, until the outermost is over.
  var isSavingEndlessly = false
  /// The class that was inserted last, with the position of its entity: the next object is mostly of the same one.
  var lastClass: (type: ManagedObject.Type, position: Int)?
  /// How many groups of undo are open.
  var openGroups = 0
  /// The objects whose deletion is under way, from the moment that they get their hooks.
  var prepared: [ManagedObject] = []

  /// Makes an empty context.
  ///
  /// `now` is the clock for defaults of `.now`, `makeUUID` the source of identifiers for defaults of
  /// `.uuid`, by default random ones: tests pass their own.
  public convenience init(
    model: ManagedObjectModel, now: @escaping () -> Date = { Date() },
    makeUUID: (() -> UUID)? = nil
  ) {
    self.init(model: model, store: nil, now: now, makeUUID: makeUUID)
  }

  /// Makes an empty context on a store, or one that keeps the rows of a store.
  init(
    model: ManagedObjectModel, store: (any PersistentStore)? = nil, storeID: UUID? = nil,
    hub: ChangeHub? = nil, now: @escaping () -> Date = { Date() }, makeUUID: (() -> UUID)? = nil
  ) {
    self.model = model
    runtime = ModelRuntime.of(model)
    graph = ObjectGraph(
      runtime, ObjectEnvironment(now: now, makeUUID: makeUUID ?? UUIDSource().next), store: store,
      storeID: storeID)
    self.hub = hub
    graph.context = self
  }

  // Nobody has deleted the objects: those that are kept elsewhere keep their values.
  deinit {
    broadcast.finish()
    objectBroadcast.finish()
    GraphReset(graph).end()
  }

  var environment: ObjectEnvironment { graph.environment }

  /// The runtime of an entity that may have objects.
  func entityRuntime(named name: String) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    guard let found = runtime.runtime(named: name) else {
      throw runtime.error(for: name, in: model)
    }
    return found
  }
}

extension ModelRuntime {
  /// Why an entity can have no objects.
  func error(for name: String, in model: ManagedObjectModel) -> ManagedObjectError {
    index(of: name) == nil
      ? .unknownEntity(name: name, suggestion: nearMiss(name, in: entities.map(\.name)))
      : .abstractEntity(name: name, concrete: model.concreteEntities(of: name))
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
    let object = entity._withUnsafeGuaranteedRef {
      $0.makeObject(ObjectEnvironment(now: now, makeUUID: makeUUID))
    }
    // The model may go before the object.
    _ = entity.retain()
    object.row.state.insert(.ownsRuntime)
    return object
  }
}
