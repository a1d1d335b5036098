import ArmatureModel

/// A model with some of the relationships, rules and derived values that influence saves.
enum LawModel {
  /// The optional parts of a model.
  struct Parts: OptionSet {
    let rawValue: Int

    /// Items in a folder, with their count, sum and maximum.
    static let items = Parts(rawValue: 1)
    /// Badges, each for one item.
    static let badges = Parts(rawValue: 2)
    /// Tags of items, many-to-many, with a count of their uses.
    static let tags = Parts(rawValue: 4)
    /// Items that a folder keeps and that therefore cannot be deleted.
    static let kept = Parts(rawValue: 8)
    /// Pieces of a folder, which are deleted with it and respect its limit.
    static let pieces = Parts(rawValue: 16)
    /// Ordered items.
    static let steps = Parts(rawValue: 32)
    /// At most two items.
    static let seats = Parts(rawValue: 64)
    /// Nested folders, with a value of the parent and a sum over all descendants.
    static let tree = Parts(rawValue: 128)
    /// Notes that lead to items without an inverse.
    static let notes = Parts(rawValue: 256)
    /// Items that follow items, and friends of items.
    static let selves = Parts(rawValue: 512)
    /// Unique codes of folders.
    static let codes = Parts(rawValue: 1024)

    static let all = Parts(rawValue: 2047)
  }

  static func make(_ parts: Parts) throws -> ManagedObjectModel {
    try ManagedObjectModel("Laws") {
      Entity("Folder") {
        Attribute("title", String?.self)
        if parts.contains(.items) {
          Relationship("items", to: "Item", .toMany, inverse: "folder")
          Attribute("count", Int.self).derived(from: .aggregate(.count, of: .keyPath(["items"])))
          Attribute("total", Int.self)
            .derived(from: .aggregate(.sum, of: .keyPath(["items", "size"])))
          Attribute("largest", Int?.self)
            .derived(from: .aggregate(.maximum, of: .keyPath(["items", "size"])))
        }
        if parts.contains(.kept) {
          Relationship("kept", to: "Item", .toMany, inverse: "keeper", onDelete: .deny)
        }
        if parts.contains(.pieces) {
          Attribute("limit", Int.self).default(9)
          Relationship("pieces", to: "Piece", .toMany, inverse: "owner", onDelete: .cascade)
          Rule("its pieces keep the limit") { folder in
            folder.pieces.all { $0.weight <= folder.limit }
          }
        }
        if parts.contains(.steps) { Relationship("steps", to: "Item", .ordered, inverse: "plan") }
        if parts.contains(.seats) {
          Relationship("seats", to: "Item", .toMany, inverse: "room").count(...2)
        }
        if parts.contains(.tree) {
          Relationship("above", to: "Folder", inverse: "below")
          Relationship("below", to: "Folder", .toMany, inverse: "above")
          Attribute("heading", String?.self).derived(from: .keyPath(["above", "title"]))
          Attribute("depth", Int.self).derived(
            from: .arithmetic(
              .aggregate(.sum, of: .keyPath(["below", "depth"])), .add, .constant(.int(1))))
        }
        if parts.contains(.codes) { Attribute("code", Int?.self).unique() }
      }
      Entity("Item") {
        Attribute("name", String?.self)
        Attribute("size", Int.self).default(1)
        if parts.contains(.items) {
          Relationship("folder", to: "Folder", inverse: "items")
          Attribute("place", String?.self).derived(from: .keyPath(["folder", "title"]))
        }
        if parts.contains(.badges) { Relationship("badge", to: "Badge", inverse: "item") }
        if parts.contains(.tags) { Relationship("tags", to: "Tag", .toMany, inverse: "items") }
        if parts.contains(.kept) { Relationship("keeper", to: "Folder", inverse: "kept") }
        if parts.contains(.steps) { Relationship("plan", to: "Folder", inverse: "steps") }
        if parts.contains(.seats) { Relationship("room", to: "Folder", inverse: "seats") }
        if parts.contains(.selves) {
          Relationship("next", to: "Item", inverse: "previous")
          Relationship("previous", to: "Item", inverse: "next")
          Relationship("friends", to: "Item", .toMany, inverse: "friends")
        }
      }
      if parts.contains(.badges) {
        Entity("Badge") {
          Attribute("name", String?.self)
          Relationship("item", to: "Item", inverse: "badge")
        }
      }
      if parts.contains(.tags) {
        Entity("Tag") {
          Attribute("name", String?.self)
          Relationship("items", to: "Item", .toMany, inverse: "tags")
          Attribute("uses", Int.self).derived(from: .aggregate(.count, of: .keyPath(["items"])))
        }
      }
      if parts.contains(.pieces) {
        Entity("Piece") {
          Attribute("weight", Int.self).default(1)
          Relationship("owner", to: "Folder", inverse: "pieces").required()
          Rule("it keeps the limit") { $0.weight <= $0.owner.limit }
        }
      }
      if parts.contains(.notes) {
        Entity("Note") {
          Attribute("name", String?.self)
          Relationship("about", to: "Item")
          Relationship("seen", to: "Item", .toMany)
          Attribute("subject", String?.self).derived(from: .keyPath(["about", "name"]))
        }
      }
    }
  }
}
