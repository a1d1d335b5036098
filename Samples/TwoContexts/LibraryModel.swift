import Armature

/// The model of books with tags, and the policies for conflicts between two contexts.
enum LibraryModel {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Library") {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
        Attribute("shelf", String?.self)
        Relationship("tags", to: "Tag", .toMany, inverse: "books")
      }
      Entity("Tag") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "tags")
      }
    }
  }

  /// The policies, including one that compares the values: the greater number of pages wins.
  static let policies: [(name: String, policy: MergePolicy)] = [
    ("storeTrumps", .storeTrumps), ("objectTrumps", .objectTrumps), ("overwrite", .overwrite),
    ("rollback", .rollback),
    (
      "resolve, the greater one",
      .resolve { conflict in
        if case .ascending? = conflict.mine.compare(conflict.theirs) { return conflict.theirs }
        return conflict.mine
      }
    ),
  ]
}
