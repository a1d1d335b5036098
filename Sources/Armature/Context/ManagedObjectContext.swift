public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A workspace in which you fetch, change and save objects.
///
/// In a context, you first change as many objects as you like, and then save all changes together. No other context
/// sees the changes until you save them. If you change your mind, you can undo the changes or roll them back:
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
/// A context has only one instance of each object, so if you fetch an object twice, you get the same instance. The
/// context also keeps both sides of a relationship consistent. For example, if you set the author of a book, the book
/// appears among the author's books.
///
/// A context is not `Sendable`. You can use it in a script, in an actor or on the main actor, and the compiler prevents
/// you from using it in two tasks at the same time.
///
/// Core Data: `NSManagedObjectContext`.
///
/// ## Topics
///
/// ### Creating contexts
/// - ``init(model:now:makeUUID:)``
/// - ``makeChild()``
/// - ``model``
/// - ``name``
///
/// ### Inserting and deleting
/// - ``insert(_:)-(String)``
/// - ``insert(_:_:)``
/// - ``insert(_:)->Object``
/// - ``insert(_:)-(ManagedObject)``
/// - ``delete(_:file:line:)-(ManagedObject,_,_)``
/// - ``deletionPlan(for:)``
///
/// ### Fetching
/// - ``fetch(_:)-(FetchRequest)``
/// - ``fetch(_:)-(FetchRowRequest)``
/// - ``fetch(_:orderedBy:limit:offset:where:)-(String,_,_,_,_)``
/// - ``fetchIDs(_:)``
/// - ``count(_:)``
/// - ``forEachBatch(of:_:)``
/// - ``explain(_:)``
///
/// ### Finding objects by identity
/// - ``object(of:identifiedBy:file:line:)``
/// - ``object(with:)``
/// - ``existingObject(with:)``
/// - ``registeredObject(for:)``
/// - ``registeredObjects``
/// - ``isFault(_:)``
///
/// ### Saving and reverting
/// - ``save()``
/// - ``validate()``
/// - ``rollback(file:line:)``
/// - ``reset(file:line:)``
/// - ``attempt(_:)``
/// - ``willSave``
/// - ``mergePolicy``
/// - ``transactionAuthor``
///
/// ### Changes
/// - ``hasChanges``
/// - ``insertedObjects``
/// - ``updatedObjects``
/// - ``deletedObjects``
/// - ``changes``
/// - ``objectChanges``
/// - ``processPendingChanges()``
/// - ``tracksPendingChanges``
/// - ``tracksReads``
///
/// ### Changes of other contexts
/// - ``mergesChangesAutomatically``
/// - ``mergeChanges(from:)-(ContextChange)``
/// - ``mergeChanges(from:)-([PersistentHistoryTransaction])``
/// - ``mergeChanges(from:)-(BatchResult)``
/// - ``refresh(_:mergeChanges:file:line:)``
/// - ``refreshAll()``
///
/// ### Undo
/// - ``recordsUndo``
/// - ``undo(file:line:)``
/// - ``redo(file:line:)``
/// - ``undoGroup(_:_:)``
/// - ``canUndo``
/// - ``canRedo``
/// - ``undoActionName``
/// - ``redoActionName``
/// - ``undoLimit``
/// - ``removeAllUndo(file:line:)``
///
/// ### Batches
/// - ``execute(_:)-(BatchInsert)``
/// - ``execute(_:)-(BatchUpdate)``
/// - ``execute(_:)-(BatchDelete)``
///
/// ### JSON and CSV
/// - ``load(_:options:)-(LoadSource...,_)``
/// - ``json(layout:keys:)``
/// - ``json(of:layout:keys:)``
/// - ``csv(format:keys:guardsFormulas:)``
/// - ``csv(of:format:keys:guardsFormulas:)``
///
/// ### Memory
/// - ``retainsRegisteredObjects``
/// - ``evictUnusedObjects()``
public final class ManagedObjectContext: GraphContext {
  /// The model of the objects.
  public let model: ManagedObjectModel
  let runtime: ModelRuntime
  /// The objects and their changes.
  let graph: ObjectGraph
  /// A name for the context, recorded in the store's history. The default is `nil`.
  public var name: String?
  /// The author of this context's saves, recorded in the store's history. The default is `nil`.
  ///
  /// ```swift
  /// context.transactionAuthor = "import"
  /// ```
  public var transactionAuthor: String?
  /// The way in which a save resolves conflicts with changes of other contexts. By default, the save throws an error.
  public var mergePolicy = MergePolicy.error
  /// A Boolean value that indicates whether the context keeps all its objects in memory. The default is `false`.
  ///
  /// If the value is `false`, the context may free the memory of an unchanged object to which your code no longer
  /// refers. The object is loaded again when you need it.
  public var retainsRegisteredObjects = false
  /// A Boolean value that indicates whether the context automatically merges the saves of other contexts on its store.
  /// The default is `false`.
  ///
  /// If the value is `true`, a fetch always shows you the latest saved data. The context merges the saves of other
  /// contexts before each fetch, count and save. This includes contexts in other processes, and contexts of other
  /// containers for the same file. If you change the value to `true`, the context also merges the saves that it has
  /// missed.
  ///
  /// If the store keeps a history, the context uses it to find the objects that other processes have changed.
  /// Otherwise, the context compares the versions of all its objects with the store, which takes longer.
  ///
  /// If the context is a child of another context, it merges the saves of its parent and of the parent's other
  /// children. It also merges the changes that its parent merges. An unsaved change in the parent appears when the
  /// child next fetches or refreshes the changed object.
  public var mergesChangesAutomatically = false {
    didSet {
      guard mergesChangesAutomatically != oldValue, let hub else { return }
      mailbox = mergesChangesAutomatically ? ChangeMailbox() : nil
      mergedToken = nil
      guard let mailbox else { return }
      hub.add(mailbox)
      // Without the token, the first merge compares everything.
      mergedToken = try? graph.store?.reader().token()
      // Others may have saved since the context read its objects.
      if let store = graph.store, graph.keys.extents.contains(where: { !$0.handles.isEmpty }),
        mergedToken == nil || store.certificate.token != mergedToken
      {
        mailbox.put(.unknown)
      }
    }
  }
  /// A closure that runs at the start of each save, before the hooks of the objects. The default is `nil`.
  ///
  /// Use it to change objects just before they are saved, for example to record an editor:
  ///
  /// ```swift
  /// context.willSave = { context in
  ///   for object in context.updatedObjects { try object.setValue("Anna", forKey: "editor") }
  /// }
  /// ```
  /// The changes that the closure makes are saved as well. To prevent the save, throw an error in the closure. If the
  /// save fails for any reason, the changes of the closure are reverted. The closure must not save, roll back or reset
  /// the context.
  ///
  /// If there is nothing to save, the closure does not run.
  ///
  /// Core Data: `NSManagedObjectContextWillSave`.
  public var willSave: ((ManagedObjectContext) throws -> Void)?
  /// The listeners to saves.
  var broadcast = ChangeBroadcast(joining: ContextChange.joined)
  /// The listeners to processed changes.
  var objectBroadcast = ChangeBroadcast(joining: ObjectChanges.joined)
  /// The lists that follow changes.
  var liveLists: [WeakLiveList] = []
  /// True if changes are recorded without listeners.
  var keepsNotes = false
  /// True while changes are being processed.
  var isProcessing = false
  /// The exchange of saves between contexts on the same store or parent.
  let hub: ChangeHub?
  /// The reports to child contexts: saves of this context, saves into it, and changes merged into it.
  let childHub = ChangeHub()
  /// The saves of other contexts, if this one merges automatically.
  private(set) var mailbox: ChangeMailbox?
  /// The state of the store that the current save bases its decisions on.
  var decisionState: DecisionState?
  /// The position in the store's history up to which saves of others are merged.
  var mergedToken: PersistentHistoryToken?
  var saveState = SaveState.idle
  var isValidatingSave: Bool { saveState == .validating }
  /// The number of nested saves in a call of `didSave()`.
  var saveDepth = 0
  /// True after too many nested saves, until the outermost one ends.
  var isSavingEndlessly = false
  /// The class inserted last, with the position of its entity. The next object usually has the same class.
  var lastClass: (type: ManagedObject.Type, position: Int)?
  /// The number of open undo groups.
  var openGroups = 0
  /// The objects being deleted, from the start of their hooks.
  var prepared: [ManagedObject] = []

  /// Creates an empty context without a store.
  ///
  /// Use such a context for objects that you create in memory or load from a file. To create a context on a store, use
  /// ``PersistentContainer/makeContext()``.
  ///
  /// Attributes with the default value `.now` or `.uuid` normally get the current date or a random identifier. In a
  /// test, you can replace them, so that the results are the same in each run: pass a closure `now` that returns a
  /// fixed date, and a closure `makeUUID` that returns your own identifiers.
  public convenience init(
    model: ManagedObjectModel, now: @escaping () -> Date = { Date() },
    makeUUID: (() -> UUID)? = nil
  ) {
    self.init(model: model, store: nil, now: now, makeUUID: makeUUID)
  }

  /// Creates an empty context on a store, or for keeping the rows of a store.
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

  // The objects are not deleted: objects held elsewhere keep their values.
  deinit {
    broadcast.finish()
    objectBroadcast.finish()
    GraphReset(graph).end()
  }

  var environment: ObjectEnvironment { graph.environment }

  /// Returns the runtime of a concrete entity.
  func entityRuntime(named name: String) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    guard let found = runtime.runtime(named: name) else {
      throw runtime.error(for: name, in: model)
    }
    return found
  }
}

extension ModelRuntime {
  /// Returns the reason why an entity can have no objects.
  func error(for name: String, in model: ManagedObjectModel) -> ManagedObjectError {
    index(of: name) == nil
      ? .unknownEntity(name: name, suggestion: nearMiss(name, in: entities.map(\.name)))
      : .abstractEntity(name: name, concrete: model.concreteEntities(of: name))
  }
}

extension ManagedObjectModel {
  /// Creates an object with default values and without a context.
  ///
  /// You can set and validate the attributes of the object. You can set relationships only after you have inserted the
  /// object into a context.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the entity is unknown or abstract.
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
    // The object may outlive the model.
    _ = entity.retain()
    object.row.state.insert(.ownsRuntime)
    return object
  }
}
