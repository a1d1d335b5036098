import Armature

extension StoreProbe {
  /// Checks changes that are based on outdated rows.
  func checkConflicts() {
    let stock = ConformanceStock(self)
    guard step("Rows are inserted.", { stock.insert(&$0) }) else { return }
    let (dune, emma, novel) = (stock.books[0], stock.books[1], stock.novels[0])
    let read = rows
    commit("Another commit changes values.") {
      $0.set(dune, "pages", 1)
      $0.set(novel, "genre", "new")
      $0.link(stock.books[2], "author", stock.authors[1])
    }
    commit("Another commit deletes a row.") { $0.delete(stock.books[4]) }
    let refused: [(String, (inout PlainRows) -> Void, [Int64])] = [
      ("A value changes that another commit has changed.", { $0.set(dune, "pages", 2) }, [dune]),
      ("Another value of a row changes.", { $0.set(novel, "title", "x") }, [novel]),
      (
        "A to-one relationship changes that another commit has changed.",
        { $0.link(stock.books[2], "author", stock.authors[0]) }, [stock.books[2]]
      ),
      (
        "A row is deleted that another commit has changed, and to which a changed row leads.",
        { $0.delete(dune) }, [dune, novel]
      ),
      (
        "A value of a row changes that another commit has deleted.",
        { $0.set(stock.books[4], "pages", 3) }, [stock.books[4]]
      ),
      (
        "Rows change that another commit has changed and deleted, and one that it has not.",
        {
          $0.set(dune, "pages", 4)
          $0.set(emma, "pages", 4)
          $0.set(stock.books[4], "pages", 4)
          $0.set(novel, "pages", 4)
          $0.insert(Int64.max - 8, "Tag", ["name": "never"])
        }, [dune, novel, stock.books[4]]
      ),
    ]
    for (action, edit, conflicts) in refused { reject(action, edit, since: read, conflicts) }
    let unborn = rows
    let tag = keys(1)[0]
    commit("A row is inserted.") { $0.insert(tag, "Tag", ["name": "first"]) }
    let again: (inout PlainRows) -> Void = { $0.insert(tag, "Tag", ["name": "second"]) }
    reject("A row is inserted that another commit has inserted.", again, since: unborn, [tag])
    let lists = "Members come and go in lists of rows that another commit has changed."
    let edit: (inout PlainRows) -> Void = {
      for tag in stock.tags.dropFirst(2) { $0.add(dune, "tags", tag) }
      $0.unlink(dune, "tags", stock.tags[0])
      $0.add(dune, "mentions", stock.readers[1])
      $0.unlink(novel, "tags", stock.tags[0])
    }
    commitStale(lists, edit, since: read)
    compare(lists, as: .lists)
    let twice = "A member is added that is already in the list, and one is removed that is not."
    commitStale(twice, edit, since: read)
    compare(twice, as: .lists)
    let before = rows
    commit("A row is deleted.") { $0.delete(stock.tags[0]) }
    commitStale(
      "A row is deleted that is already deleted.", { $0.delete(stock.tags[0]) }, since: before)
    compare("A row is deleted that is already deleted.", as: .deletion)
    checkGuardedLinks()
  }

  /// Checks that a transaction is rejected with the given conflicts.
  func reject(
    _ action: String, _ edit: (inout PlainRows) -> Void, since read: PlainRows,
    _ conflicts: [Int64], as rule: StoreRule = .conflict
  ) {
    var next = read
    edit(&next)
    let transaction = next.transaction(since: read)
    guard let error = reject(rule, action, transaction) else { return }
    guard let found = error as? StoreConflicts else {
      return note(rule, action, must: "it throws StoreConflicts", is: "it throws \(error)")
    }
    expect(rule, "\(action) The objects in conflict.", conflicts.sorted()) {
      found.conflicts.map(\.id.key).sorted()
    }
    for conflict in found.conflicts {
      expect(
        rule, "\(action) The row of \(conflict.id) as it is now.", rows.row(conflict.id.key)
      ) { conflict.current }
    }
  }

  /// Commits an edit of former rows, which must succeed and have the same effect on the current rows.
  private func commitStale(
    _ action: String, _ edit: (inout PlainRows) -> Void, since read: PlainRows
  ) {
    var (stale, next) = (read, rows)
    edit(&stale)
    edit(&next)
    let rule: StoreRule = stale.objects.count < read.objects.count ? .deletion : .lists
    do {
      _ = try store.commit(stale.transaction(since: read))
      rows = next
    } catch {
      note(rule, action, must: "it is committed", is: "it throws \(error)")
    }
  }

  /// Checks that violations of uniqueness are reported, and no others.
  func checkUniqueness() {
    let stock = ConformanceStock(self)
    guard step("Rows are inserted.", { stock.insert(&$0) }) else { return }
    let keys = keys(4)
    checkRejections(stock, keys)
    step("Two rows swap their unique values.") {
      $0.set(stock.tags[0], "name", "love")
      $0.set(stock.tags[2], "name", "space")
    }
    step("A row is inserted with the name of one that is deleted.") {
      $0.delete(stock.tags[0])
      $0.insert(keys[2], "Tag", ["name": "love"])
    }
    step("Texts are inserted that look alike and have other bytes.") {
      $0.insert(keys[3], "Tag", ["name": "LOVE"])
      $0.set(stock.readers[2], "name", "Emile")
    }
    let chapters = rows.list(stock.books[0], "chapters")
    step("Rows agree in one of two properties that are unique together, or one is absent.") {
      $0.set(chapters[0], "number", 50)
      $0.set(rows.list(stock.books[1], "chapters")[0], "number", 50)
      $0.set(chapters[1], "number", .null)
      $0.set(chapters[2], "number", .null)
    }
  }

  /// Checks that violations of uniqueness are rejected, and reported with the objects concerned.
  private func checkRejections(_ stock: ConformanceStock, _ keys: [Int64]) {
    let chapters = rows.list(stock.books[0], "chapters")
    let refused: [(String, (inout PlainRows) -> Void, Set<Int64>)] = [
      (
        "A row is inserted with a name that another has.",
        { $0.insert(keys[0], "Tag", ["name": "space"]) }, [keys[0], stock.tags[0]]
      ),
      (
        "Two rows are inserted with one name.",
        {
          $0.insert(keys[0], "Tag", ["name": "twice"])
          $0.insert(keys[1], "Tag", ["name": "twice"])
        }, [keys[0], keys[1]]
      ),
      (
        "A row gets a name that another has.", { $0.set(stock.tags[0], "name", "love") },
        [stock.tags[0], stock.tags[2]]
      ),
      (
        "A row of one sub-entity gets a name that a row of another has.",
        { $0.set(stock.readers[2], "name", "Frank") }, [stock.readers[2], stock.authors[0]]
      ),
      (
        "A row agrees with another in two properties that are unique together.",
        {
          $0.set(chapters[0], "number", 2)
          $0.set(stock.books[0], "pages", 77)
        }, [chapters[0], chapters[2]]
      ),
    ]
    for (action, edit, keys) in refused {
      var next = rows
      edit(&next)
      let error = reject(.uniqueness, action, next.transaction(since: rows))
      guard let error else { continue }
      guard let report = error as? ValidationReport else {
        note(.uniqueness, action, must: "it throws a ValidationReport", is: "it throws \(error)")
        continue
      }
      let isRight =
        !report.isValid
        && report.allSatisfy { failure in
          failure.code == "unique" && failure.objectID.map { keys.contains($0.key) } ?? false
        }
      if !isRight {
        note(
          .uniqueness, action, must: "a failure \"unique\" of one of the objects \(keys.sorted())",
          is: "\(report)")
      }
    }
  }
}
