import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Chinook sample database, which is outside of the package and may be missing.
enum Chinook {
  /// The folder with shared data.
  static let shared = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../../shared"
  ).standardized.path

  static let isThere = FileManager.default.fileExists(
    atPath: "\(shared)/data/chinook/Track.json")

  /// The tables as entities, and the join table as a relationship between playlists and tracks.
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Chinook") {
      Entity("Artist") {
        id("artistId")
        Attribute("name", String?.self)
        Relationship("albums", to: "Album", .toMany, inverse: "artist")
      }
      Entity("Album") {
        id("albumId")
        Attribute("title", String.self)
        Relationship("artist", to: "Artist", inverse: "albums").key("ArtistId")
        Relationship("tracks", to: "Track", .toMany, inverse: "album")
      }
      Entity("Genre") {
        id("genreId")
        Attribute("name", String?.self)
        Relationship("tracks", to: "Track", .toMany, inverse: "genre")
      }
      Entity("MediaType") {
        id("mediaTypeId")
        Attribute("name", String?.self)
        Relationship("tracks", to: "Track", .toMany, inverse: "mediaType")
      }
      Entity("Track") {
        id("trackId")
        texts("composer")
        Attribute("name", String.self)
        Attribute("milliseconds", Int.self)
        Attribute("bytes", Int?.self)
        Attribute("unitPrice", Decimal.self)
        Relationship("album", to: "Album", inverse: "tracks").key("AlbumId")
        Relationship("genre", to: "Genre", inverse: "tracks").key("GenreId")
        Relationship("mediaType", to: "MediaType", inverse: "tracks").key("MediaTypeId")
        Relationship("playlists", to: "Playlist", .toMany, inverse: "tracks")
        Relationship("invoiceLines", to: "InvoiceLine", .toMany, inverse: "track")
      }
      Entity("Playlist") {
        id("playlistId")
        Attribute("name", String?.self)
        Relationship("tracks", to: "Track", .toMany, inverse: "playlists")
      }
      // Linked and then removed after loading.
      Entity("PlaylistTrack") {
        Relationship("playlist", to: "Playlist").key("PlaylistId")
        Relationship("track", to: "Track").key("TrackId")
      }
      Entity("Employee") {
        id("employeeId")
        texts("lastName", "firstName", "title", "address", "city", "state", "country")
        texts("postalCode", "phone", "fax", "email")
        Attribute("birthDate", Date?.self)
        Attribute("hireDate", Date?.self)
        Relationship("reportsTo", to: "Employee", inverse: "reports")
        Relationship("reports", to: "Employee", .toMany, inverse: "reportsTo")
        Relationship("customers", to: "Customer", .toMany, inverse: "supportRep")
      }
      Entity("Customer") {
        id("customerId")
        texts("lastName", "firstName", "company", "address", "city", "state", "country")
        texts("postalCode", "phone", "fax", "email")
        Relationship("supportRep", to: "Employee", inverse: "customers").key("SupportRepId")
        Relationship("invoices", to: "Invoice", .toMany, inverse: "customer")
      }
      Entity("Invoice") {
        id("invoiceId")
        Attribute("invoiceDate", Date.self)
        texts("billingAddress", "billingCity", "billingState", "billingCountry")
        texts("billingPostalCode")
        Attribute("total", Decimal.self)
        Relationship("customer", to: "Customer", inverse: "invoices").key("CustomerId")
        Relationship("lines", to: "InvoiceLine", .toMany, inverse: "invoice")
      }
      Entity("InvoiceLine") {
        id("invoiceLineId")
        Attribute("unitPrice", Decimal.self)
        Attribute("quantity", Int.self)
        Relationship("invoice", to: "Invoice", inverse: "lines").key("InvoiceId")
        Relationship("track", to: "Track", inverse: "invoiceLines").key("TrackId")
      }
    }
  }

  private static func id(_ name: String) -> Attribute<Int> {
    Attribute(name, Int.self).identifying()
  }

  @PropertyBuilder private static func texts(_ names: String...) -> EntityBody {
    for name in names { Attribute(name, String?.self) }
  }

  /// Returns a context with all rows.
  static func context() throws -> ManagedObjectContext {
    let context = ManagedObjectContext(model: try model())
    let tables = context.model.entities.map(\.name).sorted()
    let sources = tables.map { LoadSource.file("\(shared)/data/chinook/\($0).json", as: $0) }
    try context.load(sources, options: LoadOptions(keys: .capitalized))
    var tracks: [ManagedObject: [ManagedObject]] = [:]
    for pair in context.objects(of: "PlaylistTrack") {
      guard let playlist: ManagedObject = pair.playlist, let track: ManagedObject = pair.track
      else { continue }
      tracks[playlist, default: []].append(track)
    }
    for (playlist, tracks) in tracks { try playlist.setValue(tracks, forKey: "tracks") }
    return context
  }
}
