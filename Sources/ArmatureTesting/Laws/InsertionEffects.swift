import Armature

/// What `awakeFromInsert()` does to other objects, which is the reason of much that seems to be another's
/// fault: it does so for each object, also for one that data brings with its links.
struct InsertionEffects {
  /// A sentence for each entity whose objects do so.
  let sentences: [String]

  init(_ model: ManagedObjectModel) {
    sentences = model.entities.compactMap { entity in
      guard !entity.isAbstract, entity.objectClass != nil else { return nil }
      let context = ManagedObjectContext(model: model)
      // The second one may find the first.
      for _ in 0..<2 {
        let before = Set(context.insertedObjects)
        guard let object = try? context.insert(entity.name) else { return nil }
        let others = Set(context.insertedObjects).subtracting(before).subtracting([object])
        let links = entity.relationships.map(\.name).filter { !object.linkedIDs($0).isEmpty }
        if others.isEmpty, links.isEmpty { continue }
        var effects = Set(others.map(\.entity.name)).sorted().map { "inserts objects of \($0)" }
        if !links.isEmpty { effects.append("sets \(links.joined(separator: ", "))") }
        return
          "awakeFromInsert() of \(entity.name) \(effects.joined(separator: " and ")), also where an"
          + " object is read from data, which brings its own. Do so where objects are made."
      }
      return nil
    }
  }

  /// The sentences as a paragraph behind a finding; empty if there are none.
  var note: String { sentences.map { "\n" + $0 }.joined() }
}

extension ManagedObject {
  fileprivate func linkedIDs(_ key: String) -> [ManagedObjectID] {
    switch self[key] {
    case .object(let id)?: [id]
    case .objects(let ids)?: ids
    default: []
    }
  }
}
