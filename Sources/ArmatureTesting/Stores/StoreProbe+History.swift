import Armature

extension StoreProbe {
  /// Commits random transactions, and checks the token and the history of the store, if it has one.
  func checkHistory(seed: UInt64, count: Int) {
    guard var token = try? store.reader().token() else { return }
    var edits = RandomEdits(seed: seed, samples)
    for number in 1...max(1, count) {
      var next = rows
      let steps = (0...edits.below(4)).map { _ in edits.edit(&next) { _ in key() } }
      let action = "Seed \(seed), transaction \(number): \(steps.joined(separator: ", "))."
      let transaction = next.transaction(since: rows)
      guard commit(action, transaction, next) else { return }
      guard let present = try? store.reader().token(), present.storeID == token.storeID,
        present.number > token.number || transaction.changes.isEmpty
      else {
        return note(
          .token, action, must: "a number above \(token.number)",
          is: "\((try? store.reader().token())?.number.description ?? "none")")
      }
      expect(.others, "\(action) The changes of others.", RemoteChanges.none) {
        try store.reader().remoteChanges(since: token)
      }
      checkHistory(since: token, action, transaction)
      token = present
    }
  }

  private func checkHistory(
    since token: PersistentHistoryToken, _ action: String, _ transaction: StoreTransaction
  ) {
    let wanted = transaction.changes.map { change in
      let properties = model[change.id.entityName]?.persistentProperties ?? []
      let positions = change.values.map(\.property) + change.links.map(\.property)
      return PersistentHistoryChange(
        change.id, change.kind,
        updatedProperties: change.kind == .update
          ? Set(positions.map { properties[$0].name }) : [])
    }
    do {
      let found = try store.reader().history(since: token).flatMap(\.changes)
      if Set(found) == Set(wanted), found.count == wanted.count { return }
      note(.history, action, must: "\(wanted)", is: "\(found)")
    } catch PersistentStoreError.noHistory {
    } catch {
      note(.history, action, must: "\(wanted)", is: "it throws \(error)")
    }
  }
}
