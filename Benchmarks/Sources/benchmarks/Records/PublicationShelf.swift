import Armature
import Foundation

/// Publications with authors and tags, as objects and as instances of plain classes.
///
/// Each author has twenty publications, and each publication has three of a hundred tags.
struct PublicationShelf {
  let context: ManagedObjectContext
  let objects: [ManagedObject]
  let plain: [PlainPublication]
  let authors: [PlainPublicationName]
  let tags: [PlainPublicationName]

  static let model = expect {
    try ManagedObjectModel("Publications") {
      Entity("Publication") {
        attributes
        Relationship("author", to: "Author", inverse: "publications")
        Relationship("tags", to: "Tag", .toMany, inverse: "publications")
      }
      Entity("Author") {
        Attribute("name", String.self).default("").identifying()
        Relationship("publications", to: "Publication", .toMany, inverse: "author")
      }
      Entity("Tag") {
        Attribute("name", String.self).default("").identifying()
        Relationship("publications", to: "Publication", .toMany, inverse: "tags")
      }
      Entity("Leaflet") { attributes }
    }
  }

  @PropertyBuilder private static var attributes: EntityBody {
    Attribute("identifier", UUID.self).default(.uuid)
    Attribute("title", String.self).default("")
    Attribute("subtitle", String?.self)
    Attribute("language", String.self).default("")
    Attribute("pages", Int.self).default(0)
    Attribute("year", Int16.self).default(0)
    Attribute("price", Decimal.self).default(0)
    Attribute("rating", Double.self).default(0)
    Attribute("isAvailable", Bool.self).default(false)
    Attribute("published", Date.self).default(.now)
  }

  /// - Parameter isLinked: Whether the publications have authors and tags.
  init(_ count: Int, isLinked: Bool = true) {
    let context = ManagedObjectContext(model: Self.model)
    func names(_ entity: String, _ count: Int) throws -> [(ManagedObject, PlainPublicationName)] {
      try (0..<count).map { number in
        let object = try context.insert(entity)
        let name = number % 2 == 0 ? "\(entity) \(number)" : "Ärztin Nº \(number) (\(entity))"
        object.name = name
        return (object, PlainPublicationName(name, id: UUID()))
      }
    }
    (objects, plain, authors, tags) = expect {
      let authors = isLinked ? try names("Author", (count + 19) / 20) : []
      let tags = isLinked ? try names("Tag", 100) : []
      var objects: [ManagedObject] = []
      var plain: [PlainPublication] = []
      for number in 0..<count {
        let value = PlainPublication(number, id: UUID())
        let object = try context.insert(isLinked ? "Publication" : "Leaflet")
        Self.set(object, value)
        if isLinked {
          let (author, plainAuthor) = authors[number / 20]
          object.author = author
          value.author = plainAuthor
          plainAuthor.publications.append(value.id)
          let chosen = [0, 33, 66].map { tags[(number + $0) % tags.count] }
          try object.setValue(chosen.map(\.0), forKey: "tags")
          value.tags = chosen.map(\.1)
          for (_, tag) in chosen { tag.publications.append(value.id) }
        }
        objects.append(object)
        plain.append(value)
      }
      try context.save()
      return (objects, plain, authors.map(\.1), tags.map(\.1))
    }
    self.context = context
  }

  private static func set(_ object: ManagedObject, _ value: PlainPublication) {
    object.identifier = value.id
    object.title = value.title
    object.subtitle = value.subtitle
    object.language = value.language
    object.pages = value.pages
    object.year = value.year
    object.price = value.price
    object.rating = value.rating
    object.isAvailable = value.isAvailable
    object.published = value.published
  }
}
