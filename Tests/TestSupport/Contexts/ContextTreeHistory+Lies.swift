import Armature
import ArmatureModel

/// Contexts of a store that returns impossible answers.
///
/// Saved data is not lost, and no answer crashes the program or affects later reads: when the store is correct again,
/// contexts agree with it after a reset.
extension ContextTreeHistory {
  /// Plays a history; returns the problem, or `nil` on success.
  package func problemOfLies(steps: Int) -> String? {
    do {
      for _ in 0..<steps {
        store.lies =
          random.bool()
          ? StoreLies(model: model, identifier: store.identifier) { [self] in
            random.below($0)
          } : nil
        try liedTo(random.pick(nodes))
        store.lies = nil
      }
      return try problemAfterReset()
    } catch {
      return "a step throws \(error)"
    }
  }

  /// Takes a step. Any error is correct as long as it is reported.
  private func liedTo(_ node: ContextTreeNode) throws {
    let context = node.context
    let entity = random.pick(model.entities).name
    do {
      switch random.below(17) {
      case 0..<6: _ = try edit(node)
      case 6, 7:
        context.mergePolicy = random.pick([
          .error, .storeTrumps, .objectTrumps, .overwrite, .rollback,
        ])
        note("\(node.name): save")
        try context.save()
      case 8:
        note("\(node.name): fetch \(entity)")
        for object in try context.fetch(entity) { try look(at: object) }
      case 9:
        note("\(node.name): fetch \(entity) by n, sorted")
        for object in try context.fetch(
          entity,
          where: FetchPredicate(
            random.bool() ? "n >= 0 OR t != nil" : "n >= 0 AND t != nil"),
          orderedBy: [.ascending("t")])
        {
          try look(at: object)
        }
      case 10: _ = try context.count(entity)
      case 11:
        note("\(node.name): refresh all")
        try context.refreshAll()
      case 12: context.undo()
      case 16:
        note("\(node.name): walk over \(entity)")
        var request = FetchRequest(entity)
        request.batchSize = 2
        try context.forEachBatch(of: request) { for object in $0 { try look(at: object) } }
      case 13: context.evictUnusedObjects()
      case 14:
        if let id = ids.last, let object = try context.found(id) { try context.refresh(object) }
      default: if let id = ids.first, let object = context.object(with: id) { try look(at: object) }
      }
    } catch {
      note("  \(error)")
    }
  }

  private func look(at object: ManagedObject) throws {
    for (name, value) in object.properties.sorted(by: { $0.key < $1.key }) {
      note("  \(object.objectID).\(name) is \(value)")
    }
  }

  private func problemAfterReset() throws -> String? {
    note("all reset")
    let image = try store.image()
    for node in nodes.sorted(by: { $0.depth < $1.depth }) {
      node.held = []
      node.context.reset()
      if let difference = try self.image(of: node).difference(from: image, model) {
        return "\(node.name) after a reset: \(difference)"
      }
    }
    return nil
  }
}
