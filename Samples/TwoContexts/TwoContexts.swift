import Armature

/// Two contexts of one store that change the same book. Prints the state of both.
struct TwoContexts {
  private let container: PersistentContainer
  /// The context that saves first, and the context that gets the conflict.
  private let (first, second): (ManagedObjectContext, ManagedObjectContext)
  private let (book, mine): (ManagedObject, ManagedObject)

  init(_ model: ManagedObjectModel) throws {
    container = try PersistentContainer(model: model)
    (first, second) = (container.makeContext(), container.makeContext())
    book = try first.insert("Book")
    book.title = "Dune"
    book.pages = 412
    try first.save()
    mine = try second.existingObject(with: book.objectID)
    _ = mine["title"]
  }

  /// Changes the pages in both contexts, the shelf in the first, and the title in the second.
  private func change() throws {
    book.pages = 500
    book.shelf = "A 1"
    try first.save()
    mine.pages = 600
    mine.title = "Dune Messiah"
  }

  /// Saves without a policy: the save throws the conflict, and nothing is saved.
  func refreshAndSaveAgain() throws {
    print("No policy")
    try change()
    show()
    do {
      try second.save()
    } catch let error as MergeConflicts {
      for conflict in error.conflicts {
        for property in conflict.properties {
          print(
            "  conflict: \(property.name) was \(property.base), is \(property.mine) here and "
              + "\(property.theirs) in the store")
        }
      }
    }
    try second.refresh(mine)
    print("  after a refresh:")
    show()
    try second.save()
    print("  after the save:")
    show()
  }

  /// Saves over the changes of the first context.
  func save(_ policy: MergePolicy, _ name: String) throws {
    print("\nPolicy \(name)")
    try change()
    second.mergePolicy = policy
    try second.save()
    show()
  }

  /// Deletes the book in the first context, and changes it in the second.
  func deleteMeanwhile() throws {
    print("\nDeleted by the first, changed by the second")
    try first.delete(book)
    try first.save()
    mine.pages = 600
    do {
      try second.save()
    } catch let error as MergeConflicts {
      print("  conflict: \(error.conflicts.map(\.kind.rawValue).joined(separator: ", "))")
    }
    second.mergePolicy = .objectTrumps
    try second.save()
    print("  after a save with objectTrumps:")
    show()
  }

  /// Adds members to a list in both contexts. Such changes never conflict.
  func addTags() throws {
    print("\nBoth add a tag")
    for (context, object, name) in [(first, book, "desert"), (second, mine, "spice")] {
      let tag = try context.insert("Tag")
      tag.name = name
      try object.insert(tag, into: "tags")
      try context.save()
    }
    show()
  }

  /// Prints the book in the second context and in the store.
  private func show() {
    print("  here:  \(text(mine))")
    let third = container.makeContext()
    print("  store: \((try? third.existingObject(with: book.objectID)).map(text) ?? "no book")")
  }

  private func text(_ book: ManagedObject) -> String {
    let title: String = book.title ?? ""
    let pages: Int = book.pages ?? 0
    let shelf: String = book.shelf ?? "none"
    let tags: [String] = (book.tags ?? [ManagedObject]()).compactMap { $0.name }
    return "\(title), \(pages) pages, shelf \(shelf)"
      + (tags.isEmpty ? "" : ", tags \(tags.sorted().joined(separator: " and "))")
  }
}
