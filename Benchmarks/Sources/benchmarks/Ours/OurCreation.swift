import Armature
import Foundation

/// The library's side of creation: an entity with the ten attributes and defaults of `PlainItem`.
enum OurCreation {
  static let object = "object"
  static let customClass = "custom-class"

  /// Creates objects outside of contexts, keeps them in an array, and releases them together.
  static func create(_ count: Int) -> [Subject] {
    let model = ItemObject.model
    return [
      .timed(object, operations: count) {
        createAndDestroy(count) { expect { try model.makeObject("Item") } }
      },
      .timed(customClass, operations: count) {
        createAndDestroy(count) { expect { try model.makeObject("ItemObject") } }
      },
    ]
  }

  /// Inserts objects into a new context (identity map, registration), and releases them with it.
  static func insert(_ count: Int) -> [Subject] {
    let model = ItemObject.plainModel
    return [.timed(object, operations: count) { insertItems(count, model) }]
  }

  static func insertItems(_ count: Int, _ model: ManagedObjectModel) {
    let context = ManagedObjectContext(model: model)
    for _ in 0..<count { _ = expect { try context.insert("Item") } }
    sink(context)
  }

  /// `Subject.measured(object, .bytes) { try heapPerObject { … } }`.
  static func memory() -> [Subject] {
    let model = ItemObject.model
    return [
      .measured(object, .bytes) { try heapPerObject { try model.makeObject("Item") } }
    ]
  }
}

final class ItemObject: ManagedObject {
  @Property("title") var title: String
  @Property("pages") var pages: Int

  /// Two entities of the same shape, one with its own class.
  static var model: ManagedObjectModel {
    expect {
      try ManagedObjectModel("Items") {
        Entity("Item") { attributes }
        Entity("ItemObject", class: ItemObject.self) { attributes }
      }
    }
  }

  /// The entity without a class.
  static var plainModel: ManagedObjectModel {
    expect { try ManagedObjectModel("Items") { Entity("Item") { attributes } } }
  }

  @PropertyBuilder static var attributes: EntityBody {
    Attribute("title", String.self).default("")
    Attribute("author", String.self).default("")
    Attribute("isbn", String.self).default("")
    Attribute("language", String.self).default("en")
    Attribute("pages", Int.self).default(0)
    Attribute("stock", Int.self).default(0)
    Attribute("price", Double.self).default(0)
    Attribute("inPrint", Bool.self).default(true)
    Attribute("published", Date.self).default(Date(timeIntervalSinceReferenceDate: 0))
    Attribute("id", UUID.self)
      .default(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  }
}
