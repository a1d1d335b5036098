import Armature

/// The effects of `awakeFromInsert()` on other objects. They explain many violations that seem to have another cause,
/// since the hook also runs for objects that are loaded with their links.
struct InsertionEffects {
  /// A sentence for each entity with such effects.
  let sentences: [String]

  init(_ model: ManagedObjectModel) {
    sentences = model.entities.compactMap { entity in
      guard !entity.isAbstract, entity.objectClass != nil else { return nil }
      let context = ManagedObjectContext(model: model)
      // The second object may find the first one.
      for _ in 0..<2 {
        let before = Set(context.insertedObjects)
        guard let object = try? context.insert(entity.name) else { return nil }
        let others = Set(context.insertedObjects).subtracting(before).subtracting([object])
        let links = entity.relationships.map(\.name).filter { !object.linkedIDs($0).isEmpty }
        if others.isEmpty, links.isEmpty { continue }
        var effects = Set(others.map(\.entity.name)).sorted().map { "inserts objects of \($0)" }
        if !links.isEmpty { effects.append("sets \(links.joined(separator: ", "))") }
        return
          "awakeFromInsert() of \(entity.name) \(effects.joined(separator: " and ")), even for "
          + "an object that is read from data, which has its own. Do it where objects are "
          + "created."
      }
      return nil
    }
  }

  /// The sentences as a paragraph after a finding. Empty without effects.
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
