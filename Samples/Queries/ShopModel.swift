import Armature
import ArmatureSQLite
import Foundation

/// The part of the Chinook sample database that the questions need. The Chinook sample has a complete model.
enum ShopModel {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Artist.self
      Album.self
      Genre.self
      Track.self
      Playlist.self
      PlaylistTrack.self
      Employee.self
      Customer.self
      Invoice.self
      InvoiceLine.self
    }
  }

  /// Returns a context with the tables of a folder, in memory or in a file. The tables are loaded into a file only
  /// once.
  static func context(of folder: String, store path: String?) throws -> ManagedObjectContext {
    guard let path else {
      let context = ManagedObjectContext(model: try model())
      try load(folder, into: context)
      return context
    }
    let container = try PersistentContainer(model: try model(), store: SQLiteStore(path))
    let context = container.makeContext()
    if try context.count("Track") == 0 {
      try load(folder, into: context)
      try context.save()
    }
    // A new context is empty, so its results come from the file.
    return container.makeContext()
  }

  /// Loads the tables, ignoring columns that are not in the model.
  private static func load(_ folder: String, into context: ManagedObjectContext) throws {
    try context.load(
      context.model.entities.map { LoadSource.file("\(folder)/\($0.name).json", as: $0.name) },
      options: LoadOptions(keys: .capitalized, ignoring: .allUnknown))
  }
}

struct Artist: EntityType {
  static let schema = Artist()
  let artistId = Attribute<Int>().identifying()
  let name = Attribute<String?>()
  let albums = ToMany<Album>(inverse: \.artist)
}

struct Album: EntityType {
  static let schema = Album()
  let albumId = Attribute<Int>().identifying()
  let title = Attribute<String>()
  let artist = ToOne<Artist>().key("ArtistId")
  let tracks = ToMany<Track>(inverse: \.album)
}

struct Genre: EntityType {
  static let schema = Genre()
  let genreId = Attribute<Int>().identifying()
  let name = Attribute<String?>()
  let tracks = ToMany<Track>(inverse: \.genre)
}

struct Track: EntityType {
  static let schema = Track()
  let trackId = Attribute<Int>().identifying()
  let name = Attribute<String>()
  let composer = Attribute<String?>()
  let milliseconds = Attribute<Int>()
  let album = ToOne<Album>().key("AlbumId")
  let genre = ToOne<Genre>().key("GenreId")
  let entries = ToMany<PlaylistTrack>(inverse: \.track)
  let lines = ToMany<InvoiceLine>(inverse: \.track)
}

struct Playlist: EntityType {
  static let schema = Playlist()
  let playlistId = Attribute<Int>().identifying()
  let name = Attribute<String?>()
  let entries = ToMany<PlaylistTrack>(inverse: \.playlist)
}

/// A track of a playlist, from a table with a primary key of two columns.
struct PlaylistTrack: EntityType {
  static let schema = PlaylistTrack()
  let playlist = ToOne<Playlist>().key("PlaylistId")
  let track = ToOne<Track>().key("TrackId")
}

struct Employee: EntityType {
  static let schema = Employee()
  let employeeId = Attribute<Int>().identifying()
  let firstName = Attribute<String>()
  let lastName = Attribute<String>()
  let hireDate = Attribute<Date?>()
  let reportsTo = ToOne<Employee>()
  let reports = ToMany<Employee>(inverse: \.reportsTo)
  let customers = ToMany<Customer>(inverse: \.supportRep)
}

struct Customer: EntityType {
  static let schema = Customer()
  let customerId = Attribute<Int>().identifying()
  let firstName = Attribute<String>()
  let lastName = Attribute<String>()
  let supportRep = ToOne<Employee>().key("SupportRepId")
  let invoices = ToMany<Invoice>(inverse: \.customer)
}

struct Invoice: EntityType {
  static let schema = Invoice()
  let invoiceId = Attribute<Int>().identifying()
  let invoiceDate = Attribute<Date>()
  let billingCountry = Attribute<String?>()
  let total = Attribute<Decimal>()
  let customer = ToOne<Customer>().key("CustomerId")
  let lines = ToMany<InvoiceLine>(inverse: \.invoice)
}

struct InvoiceLine: EntityType {
  static let schema = InvoiceLine()
  let invoiceLineId = Attribute<Int>().identifying()
  let quantity = Attribute<Int>()
  let invoice = ToOne<Invoice>().key("InvoiceId")
  let track = ToOne<Track>().key("TrackId")
}
