import Armature

extension StoreProbe {
  /// Checks that the store has its own identifier, and that a new store is empty.
  func checkIdentity(_ makeStore: () throws -> any PersistentStore) {
    expect(.identifier, "The identifier of an open store is read again.", rows.storeID) {
      store.identifier
    }
    do {
      let other = try makeStore().identifier
      if other == rows.storeID {
        note(
          .identifier, "Two stores are made.", must: "two identifiers",
          is: "\(other) for both")
      }
    } catch {
      note(.opening, "A second store is made.", must: "it is made", is: "it throws \(error)")
    }
    compare("The store is new.")
    expect(.count, "The rows of a new store are counted.", 0) {
      try store.reader().count(FetchRequest("Being"))
    }
  }

  /// Checks that keys are consecutive and new, and that their number is as requested.
  func checkKeys() {
    var known: Set<Int64> = []
    for count in [1, 1, 7, 100, 1, 1_000, 2] {
      let action = "\(count) keys are reserved."
      do {
        let keys = try store.reserveKeys(count)
        if keys.count != count {
          note(.keyCount, action, must: "\(count) keys", is: "\(keys.count)")
        }
        if keys.lowerBound < 1 {
          note(.keyCount, action, must: "keys above 0", is: "\(keys)")
        }
        if let twice = keys.first(where: known.contains) {
          note(.keys, action, must: "unused keys", is: "\(twice) again")
        }
        known.formUnion(keys)
      } catch {
        note(.keys, action, must: "they are given", is: "it throws \(error)")
      }
    }
  }

  /// Checks that a separate reader sees no changes after its first result.
  private func checkReader() {
    guard let reader = try? store.reader(), reader !== store else { return }
    let count = rows.keys(ofKind: "Tag").count
    for action in ["A reader is new.", "The same reader, after a row was inserted."] {
      expect(.reader, "\(action) It counts tags.", count) { try reader.count(FetchRequest("Tag")) }
      let key = key()
      commit("A tag is inserted.") { $0.insert(key, "Tag", ["name": .string("tag \(key)")]) }
    }
  }

  /// Checks each kind of change separately.
  func checkCommits() {
    let stock = ConformanceStock(self)
    if !step("Rows are inserted, with links of every kind.", { stock.insert(&$0) }) { return }
    let (dune, emma, tag) = (stock.books[0], stock.books[1], stock.tags[0])
    checkReader()
    checkValues(stock)
    checkOneLinks(stock)
    checkMembers(stock)
    step("A row of a sub-entity is deleted, with all links to it.") { $0.delete(stock.novels[0]) }
    step("Rows are deleted that lead to each other.") {
      $0.delete(dune)
      for chapter in rows.list(dune, "chapters") { $0.delete(chapter) }
    }
    let key = key()
    step("One transaction inserts, updates and deletes.") {
      $0.insert(key, "Tag", ["name": "new"])
      $0.add(emma, "tags", key)
      $0.set(emma, "title", "Emma!")
      $0.delete(tag)
    }
    step("A row comes back with the key it had.") {
      $0.insert(tag, "Tag", ["name": "back"])
      $0.add(emma, "tags", tag)
    }
    expect(.commit, "A transaction without changes is committed.", 0) {
      try store.commit(StoreTransaction([])).count
    }
  }

  private func checkValues(_ stock: ConformanceStock) {
    let (dune, emma) = (stock.books[0], stock.books[1])
    step("Values change.") {
      $0.set(dune, "pages", 413)
      $0.set(dune, "title", "Dune II")
      $0.set(emma, "pages", .null)
    }
    step("An inherited value of a sub-entity changes.") {
      $0.set(stock.novels[0], "title", "Other")
      $0.set(stock.novels[0], "genre", "crime")
    }
  }

  private func checkOneLinks(_ stock: ConformanceStock) {
    let (dune, emma) = (stock.books[0], stock.books[1])
    step("A to-one relationship leads to another row.") {
      $0.link(dune, "author", stock.authors[1])
    }
    step("A to-one relationship leads nowhere.") { $0.link(emma, "author", nil) }
    step("A one-to-one link moves from one row to another.") {
      $0.link(stock.authors[1], "best", rows.list(stock.authors[0], "best").first)
    }
    step("A relationship without an inverse leads to a row of a sub-entity.") {
      $0.link(emma, "next", stock.novels[1])
    }
  }

  private func checkMembers(_ stock: ConformanceStock) {
    let (dune, emma, tag) = (stock.books[0], stock.books[1], stock.tags[0])
    let chapters = rows.list(dune, "chapters")
    step("Members come to a relationship of many to many.") {
      for tag in stock.tags { $0.add(emma, "tags", tag) }
    }
    step("Members go from a relationship of many to many.") {
      $0.unlink(emma, "tags", tag)
      $0.unlink(dune, "tags", rows.list(dune, "tags")[0])
    }
    step("Members come to a relationship that is its own inverse.") {
      $0.add(stock.authors[0], "friends", stock.readers[1])
      $0.add(stock.authors[1], "friends", stock.authors[1])
    }
    step("Members come to a relationship without an inverse.") {
      for being in stock.authors + stock.readers { $0.add(emma, "mentions", being) }
    }
    step("Members come to the end of an ordered relationship.") {
      $0.add(dune, "chapters", rows.list(emma, "chapters")[0])
      $0.add(stock.readers[0], "favourites", stock.novels[0])
    }
    step("Members of an ordered relationship move to the end, after a new one.") {
      let others = stock.novels[1]
      $0.add(stock.readers[0], "favourites", others)
      for (key, name) in [(dune, "chapters"), (stock.readers[0], "favourites")] {
        for member in $0.list(key, name).prefix(2) where member != others {
          $0.moveToEnd(key, name, member)
        }
      }
    }
    step("The members of an ordered relationship get another order.") {
      $0.sort(dune, "chapters", $0.list(dune, "chapters").reversed())
      $0.sort(stock.readers[0], "favourites", $0.list(stock.readers[0], "favourites").reversed())
    }
    step("A member comes into the middle of an ordered relationship, another goes.") {
      $0.unlink(dune, "chapters", chapters[0])
      let members = $0.list(dune, "chapters")
      $0.add(dune, "chapters", rows.list(emma, "chapters").first ?? chapters[0])
      $0.sort(
        dune, "chapters", [members[0], $0.list(dune, "chapters").last ?? 0] + members.dropFirst())
    }
  }

  /// Commits an edit, and compares all rows.
  ///
  /// - Returns: True if the edit was committed.
  @discardableResult func step(_ action: String, _ edit: (inout PlainRows) -> Void) -> Bool {
    let former = rows
    commit(action, edit)
    compare(action)
    return rows.objects != former.objects
  }

  /// Checks that a transaction is rejected and has no effect.
  ///
  /// - Returns: The error, or `nil` if the transaction was committed.
  @discardableResult func reject(
    _ rule: StoreRule, _ action: String, _ transaction: StoreTransaction
  ) -> (any Error)? {
    do {
      _ = try store.commit(transaction)
      note(rule, action, must: "it is rejected", is: "it is committed")
      return nil
    } catch {
      compare("\(action) It is rejected.", as: .refusal)
      return error
    }
  }
}

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
