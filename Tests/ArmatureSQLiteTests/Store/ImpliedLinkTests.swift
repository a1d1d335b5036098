@_spi(Invariants) import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Links that change only together with other objects, while other contexts save links of their own.
@Suite(.needsSQLite) struct ImpliedLinkTests {
  /// Two contexts of a store with two desks, two lamps and two boxes. A lamp belongs to a desk and lies in a box.
  private struct Scene {
    let store: AnyStore
    let (here, others): (ManagedObjectContext, ManagedObjectContext)
    let (desks, lamps, boxes): ([ManagedObject], [ManagedObject], [ManagedObject])

    init(_ kind: StoreKind) throws {
      let model = try ManagedObjectModel("Desks") {
        Entity("Desk") {
          Attribute("name", String?.self)
          Relationship("lamp", to: "Lamp", inverse: "desk", onDelete: .cascade)
        }
        Entity("Lamp") {
          Relationship("desk", to: "Desk", inverse: "lamp")
          Relationship("box", to: "Box", inverse: "lamps")
        }
        Entity("Box") { Relationship("lamps", to: "Lamp", .ordered, inverse: "box") }
      }
      store = try AnyStore(kind, model)
      let (here, others) = (store.container.makeContext(), store.container.makeContext())
      let made = try ["Desk", "Desk", "Lamp", "Lamp", "Box", "Box"].map { try others.insert($0) }
      try others.save()
      let known = try made.map { try here.existingObject(with: $0.objectID) }
      desks = Array(known[..<2])
      lamps = Array(known[2..<4])
      boxes = Array(known[4...])
      (self.here, self.others) = (here, others)
    }

    /// Sets a relationship in another context, and saves.
    func change(_ object: ManagedObject, _ name: String, to end: ManagedObject?) throws {
      let theirs = try others.existingObject(with: object.objectID)
      try others.refreshAll()
      let end = try end.map { try others.existingObject(with: $0.objectID) }
      try theirs.setValue(end, forKey: name)
      try others.save()
    }

    func saved(_ object: ManagedObject, _ name: String) throws -> [ManagedObjectID] {
      let context = store.container.makeContext()
      return try context.existingObject(with: object.objectID).objectIDs(forRelationshipNamed: name)
    }
  }

  /// The ways to read what others have saved.
  enum Reading: CaseIterable {
    case merging, refreshing, child
  }

  /// Links the first lamp, changes something here, lets others save, reads their save, and saves.
  ///
  /// - Parameters:
  ///   - start: The relationship of the lamp that leads to the first desk or box in the beginning.
  ///   - edit: The change here, in the context or in a child that saves it.
  ///   - others: The save of others.
  private func race(
    _ kind: StoreKind, _ reading: Reading,
    from start: (name: String, end: KeyPath<Scene, [ManagedObject]>),
    edit: (Scene, ManagedObjectContext) throws -> Void, others: (Scene) throws -> Void
  ) throws -> Scene {
    let scene = try Scene(kind)
    try scene.change(scene.lamps[0], start.name, to: scene[keyPath: start.end][0])
    try scene.here.refreshAll()
    let context = reading == .child ? scene.here.makeChild() : scene.here
    try edit(scene, context)
    if reading == .child { try context.save() }
    try others(scene)
    switch reading {
    case .merging: scene.here.mergesChangesAutomatically = true
    case .refreshing, .child: try scene.here.refreshAll()
    }
    try scene.here.save()
    #expect(scene.here.checkInvariants(isUpToDate: true) == [])
    return scene
  }

  @Test(arguments: StoreKind.allCases, Reading.allCases)
  func `clearing one end of a link keeps the link that others have given its other end`(
    kind: StoreKind, reading: Reading
  ) throws {
    let scene = try race(kind, reading, from: ("desk", \.desks)) { scene, context in
      try context.existingObject(with: scene.lamps[0].objectID)
        .setValue(nil as ManagedObject?, forKey: "desk")
    } others: {
      try $0.change($0.desks[0], "lamp", to: $0.lamps[1])
    }
    #expect(try scene.saved(scene.desks[0], "lamp") == [scene.lamps[1].objectID])
    #expect(try scene.saved(scene.lamps[1], "desk") == [scene.desks[0].objectID])
    #expect(try scene.saved(scene.lamps[0], "desk").isEmpty)
  }

  @Test(arguments: StoreKind.allCases, Reading.allCases)
  func `clearing a link replaces the link that others have set there`(
    kind: StoreKind, reading: Reading
  ) throws {
    let scene = try race(kind, reading, from: ("desk", \.desks)) { scene, context in
      try context.existingObject(with: scene.desks[0].objectID)
        .setValue(nil as ManagedObject?, forKey: "lamp")
    } others: {
      try $0.change($0.desks[0], "lamp", to: $0.lamps[1])
    }
    #expect(try scene.saved(scene.desks[0], "lamp").isEmpty)
    #expect(try scene.saved(scene.lamps[1], "desk").isEmpty)
  }

  @Test(arguments: StoreKind.allCases, Reading.allCases)
  func `clearing a link from its other end replaces the link that others have set there`(
    kind: StoreKind, reading: Reading
  ) throws {
    let scene = try race(kind, reading, from: ("desk", \.desks)) { scene, context in
      try context.existingObject(with: scene.lamps[0].objectID)
        .setValue(nil as ManagedObject?, forKey: "desk")
    } others: {
      try $0.change($0.lamps[0], "desk", to: $0.desks[1])
    }
    #expect(try scene.saved(scene.lamps[0], "desk").isEmpty)
    #expect(try scene.saved(scene.desks[1], "lamp").isEmpty)
  }

  /// The orders of three objects.
  static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  @Test(arguments: StoreKind.allCases, orders)
  func `objects that are read again in any order keep a cleared link`(
    kind: StoreKind, order: [Int]
  ) throws {
    let scene = try Scene(kind)
    try scene.change(scene.lamps[0], "desk", to: scene.desks[0])
    try scene.here.refreshAll()
    try scene.lamps[0].setValue(nil as ManagedObject?, forKey: "desk")
    try scene.change(scene.lamps[0], "desk", to: scene.desks[1])
    let objects = [scene.desks[0], scene.desks[1], scene.lamps[0]]
    for number in order { try scene.here.refresh(objects[number]) }
    #expect(scene.here.checkInvariants(isUpToDate: true) == [])
    try scene.here.save()
    #expect(try scene.saved(scene.lamps[0], "desk").isEmpty)
    #expect(try scene.saved(scene.desks[1], "lamp").isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a cleared link has a conflict if only its former end is read again`(
    _ kind: StoreKind
  ) throws {
    let scene = try Scene(kind)
    try scene.change(scene.lamps[0], "desk", to: scene.desks[0])
    try scene.here.refreshAll()
    try scene.lamps[0].setValue(nil as ManagedObject?, forKey: "desk")
    try scene.change(scene.lamps[0], "desk", to: scene.desks[1])
    try scene.here.refresh(scene.desks[0])
    let error = try #require(throws: MergeConflicts.self) { try scene.here.save() }
    #expect(error.conflicts.map(\.id) == [scene.lamps[0].objectID])
    scene.here.mergePolicy = .storeTrumps
    try scene.here.save()
    #expect(try scene.saved(scene.lamps[0], "desk") == [scene.desks[1].objectID])
    #expect(try scene.saved(scene.desks[1], "lamp") == [scene.lamps[0].objectID])
  }

  @Test(arguments: StoreKind.allCases, Reading.allCases)
  func `a link cleared from its other end gives way after other links of its object are set`(
    kind: StoreKind, reading: Reading
  ) throws {
    let scene = try race(kind, reading, from: ("desk", \.desks)) { scene, context in
      let lamp = try context.existingObject(with: scene.lamps[0].objectID)
      try context.existingObject(with: scene.desks[0].objectID)
        .setValue(nil as ManagedObject?, forKey: "lamp")
      try lamp.setValue(
        context.existingObject(with: scene.boxes[1].objectID), forKey: "box")
    } others: {
      try $0.change($0.lamps[0], "desk", to: $0.desks[1])
    }
    #expect(try scene.saved(scene.lamps[0], "desk") == [scene.desks[1].objectID])
    #expect(try scene.saved(scene.desks[1], "lamp") == [scene.lamps[0].objectID])
    #expect(try scene.saved(scene.lamps[0], "box") == [scene.boxes[1].objectID])
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `undo and redo distinguish which end a link was cleared from`(
    kind: StoreKind, isOtherEnd: Bool
  ) throws {
    let scene = try race(kind, .refreshing, from: ("desk", \.desks)) { scene, context in
      context.recordsUndo = true
      let (object, name) =
        isOtherEnd ? (scene.desks[0], "lamp") : (scene.lamps[0], "desk")
      try object.setValue(nil as ManagedObject?, forKey: name)
      context.undo()
      context.redo()
    } others: {
      try $0.change($0.lamps[0], "desk", to: $0.desks[1])
    }
    #expect(
      try scene.saved(scene.lamps[0], "desk") == (isOtherEnd ? [scene.desks[1].objectID] : []))
  }

  @Test(arguments: StoreKind.allCases)
  func `a link that a merge has cleared gives way to later saves`(_ kind: StoreKind) throws {
    let scene = try race(kind, .merging, from: ("desk", \.desks)) { scene, context in
      try scene.lamps[0].setValue(nil as ManagedObject?, forKey: "desk")
    } others: {
      try $0.change($0.lamps[0], "desk", to: $0.desks[1])
      try $0.here.refreshAll()
      #expect(try $0.desks[1].objectIDs(forRelationshipNamed: "lamp").isEmpty)
      try $0.change($0.desks[1], "lamp", to: $0.lamps[1])
    }
    #expect(try scene.saved(scene.lamps[0], "desk").isEmpty)
    #expect(try scene.saved(scene.desks[1], "lamp") == [scene.lamps[1].objectID])
  }

  @Test(arguments: StoreKind.allCases, Reading.allCases)
  func `removing a member keeps it in the list to which others have moved it`(
    kind: StoreKind, reading: Reading
  ) throws {
    let scene = try race(kind, reading, from: ("box", \.boxes)) { scene, context in
      try context.existingObject(with: scene.boxes[0].objectID)
        .remove(context.existingObject(with: scene.lamps[0].objectID), from: "lamps")
    } others: {
      try $0.change($0.lamps[0], "box", to: $0.boxes[1])
    }
    #expect(try scene.saved(scene.lamps[0], "box") == [scene.boxes[1].objectID])
    #expect(try scene.saved(scene.boxes[0], "lamps").isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `clearing a link is no change if others have deleted its end`(_ kind: StoreKind) throws {
    let scene = try Scene(kind)
    try scene.change(scene.lamps[0], "desk", to: scene.desks[0])
    try scene.here.refreshAll()
    #expect(try scene.lamps[0].objectIDs(forRelationshipNamed: "desk").count == 1)
    let theirs = try scene.others.existingObject(with: scene.desks[0].objectID)
    try scene.others.existingObject(with: scene.lamps[0].objectID)
      .setValue(nil as ManagedObject?, forKey: "desk")
    try scene.others.delete(theirs)
    try scene.others.save()
    // The context learns of the deletion from the deleted object alone.
    try scene.here.refresh(scene.desks[0])
    try scene.change(scene.lamps[0], "desk", to: scene.desks[1])
    try scene.lamps[0].setValue(nil as ManagedObject?, forKey: "desk")
    scene.here.mergePolicy = .objectTrumps
    try scene.here.save()
    #expect(try scene.saved(scene.lamps[0], "desk") == [scene.desks[1].objectID])
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `a part that others take from its deleted owner returns to the list it was put in`(
    kind: StoreKind, isChild: Bool
  ) throws {
    let scene = try Scene(kind)
    try scene.change(scene.lamps[0], "desk", to: scene.desks[0])
    try scene.here.refreshAll()
    let context = isChild ? scene.here.makeChild() : scene.here
    let known = try [scene.boxes[0], scene.lamps[0], scene.desks[0]].map {
      try context.existingObject(with: $0.objectID)
    }
    try known[0].insert(known[1], into: "lamps", at: 0)
    try context.delete(known[2])
    #expect(known[1].isDeleted)
    try scene.change(scene.lamps[0], "desk", to: scene.desks[1])
    try scene.here.refreshAll()
    if isChild { try context.refreshAll() }
    #expect(!known[1].isDeleted)
    #expect(try known[0].objectIDs(forRelationshipNamed: "lamps") == [scene.lamps[0].objectID])
    try context.save()
    if isChild { try scene.here.save() }
    #expect(try scene.saved(scene.boxes[0], "lamps") == [scene.lamps[0].objectID])
    #expect(scene.here.checkInvariants(isUpToDate: true) == [])
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `undo leaves links and values that others have set since, after a refresh`(
    kind: StoreKind, refreshesAll: Bool
  ) throws {
    let scene = try Scene(kind)
    scene.here.recordsUndo = true
    try scene.lamps[0].setValue(scene.desks[0], forKey: "desk")
    try scene.desks[0].setValue("oak", forKey: "name")
    try scene.here.save()
    try scene.change(scene.desks[0], "lamp", to: scene.lamps[1])
    try scene.others.existingObject(with: scene.desks[0].objectID)
      .setValue("elm", forKey: "name")
    try scene.others.save()
    if refreshesAll {
      try scene.here.refreshAll()
    } else {
      for object in scene.desks + scene.lamps {
        try scene.here.refresh(object, mergeChanges: false)
      }
    }
    while scene.here.canUndo { scene.here.undo() }
    try scene.here.save()
    #expect(try scene.saved(scene.desks[0], "lamp") == [scene.lamps[1].objectID])
    let context = scene.store.container.makeContext()
    #expect(try context.existingObject(with: scene.desks[0].objectID)["name"] == "elm")
    #expect(scene.here.checkInvariants(isUpToDate: true) == [])
  }
}
