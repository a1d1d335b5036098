import Armature

/// The model of artists with albums and their sales.
enum ChartModel {
  static func container() throws -> PersistentContainer {
    let model = try ManagedObjectModel("Charts") {
      Entity("Album", class: Album.self) {
        Attribute("title", String.self)
        Attribute("sold", Int.self).default(0).range(0...)
        Relationship("artist", to: "Artist", inverse: "albums")
      }
      Entity("Artist") {
        Attribute("name", String.self)
        Relationship("albums", to: "Album", .toMany, inverse: "artist", onDelete: .cascade)
      }
    }
    return try PersistentContainer(model: model)
  }
}

final class Album: ManagedObject {
  @Property("title") var title: String
  @Property("sold") var sold: Int

  /// The caption of the album in a shop window. Observers of the caption follow the properties that it reads.
  var caption: String { sold >= 1000 ? "\(title) (gold)" : title }
}
