import Armature
import Foundation

/// The model of the music shop in the Chinook sample database: the lengths, nullability and references of its schema,
/// and further rules that its rows satisfy.
///
/// The key strategy of the load capitalizes the names of columns. Only the columns of references need a declared key,
/// such as `ArtistId` for `artist`.
func makeChinookModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Chinook") {
    Entity("Artist") {
      Attribute("artistId", Int.self).range(1...).identifying()
      Attribute("name", String?.self).length(...120)
      Relationship("albums", to: "Album", .toMany, inverse: "artist", onDelete: .deny)
    }
    Entity("Album") {
      Attribute("albumId", Int.self).range(1...).identifying()
      Attribute("title", String.self).length(...160)
      Relationship("artist", to: "Artist", inverse: "albums").required().key("ArtistId")
      Relationship("tracks", to: "Track", .toMany, inverse: "album")
    }
    Entity("Genre") {
      Attribute("genreId", Int.self).range(1...).identifying()
      Attribute("name", String?.self).length(...120)
      Relationship("tracks", to: "Track", .toMany, inverse: "genre")
    }
    Entity("MediaType") {
      Attribute("mediaTypeId", Int.self).range(1...).identifying()
      Attribute("name", String?.self).length(...120)
      Relationship("tracks", to: "Track", .toMany, inverse: "mediaType", onDelete: .deny)
    }
    Entity("Track") {
      Attribute("trackId", Int.self).range(1...).identifying()
      Attribute("name", String.self).length(...200)
      Attribute("composer", String?.self).length(...220)
      Attribute("milliseconds", Int.self).range(1...)
      Attribute("bytes", Int?.self).range(1...)
      money("unitPrice")
      Relationship("album", to: "Album", inverse: "tracks").key("AlbumId")
      Relationship("genre", to: "Genre", inverse: "tracks").key("GenreId")
      Relationship("mediaType", to: "MediaType", inverse: "tracks").required().key("MediaTypeId")
      Relationship(
        "playlistTracks", to: "PlaylistTrack", .toMany, inverse: "track", onDelete: .cascade)
      Relationship("invoiceLines", to: "InvoiceLine", .toMany, inverse: "track", onDelete: .deny)
    }
    Entity("Playlist") {
      Attribute("playlistId", Int.self).range(1...).identifying()
      Attribute("name", String?.self).length(...120)
      Relationship(
        "playlistTracks", to: "PlaylistTrack", .toMany, inverse: "playlist", onDelete: .cascade)
    }
    // The table has a primary key of two columns, so each pair is an object.
    Entity("PlaylistTrack") {
      Relationship("playlist", to: "Playlist", inverse: "playlistTracks")
        .required().key("PlaylistId")
      Relationship("track", to: "Track", inverse: "playlistTracks").required().key("TrackId")
      Unique("playlist", "track")
    }
    Entity("Employee") {
      Attribute("employeeId", Int.self).range(1...).identifying()
      Attribute("lastName", String.self).length(...20)
      Attribute("firstName", String.self).length(...20)
      Attribute("title", String?.self).length(...30)
      Attribute("birthDate", Date?.self)
      Attribute("hireDate", Date?.self)
      address()
      contact()
      Attribute("email", String?.self).length(...60)
      Relationship("reportsTo", to: "Employee", inverse: "reports")
      Relationship("reports", to: "Employee", .toMany, inverse: "reportsTo")
      Relationship("customers", to: "Customer", .toMany, inverse: "supportRep")
      Rule("nobody is hired before being born") {
        $0.birthDate == nil || $0.hireDate == nil || $0.hireDate > $0.birthDate
      }
      Rule("nobody reports to themselves", check: { $0.reportsTo != $0 })
    }
    Entity("Customer") {
      Attribute("customerId", Int.self).range(1...).identifying()
      Attribute("firstName", String.self).length(...40)
      Attribute("lastName", String.self).length(...20)
      Attribute("company", String?.self).length(...80)
      address()
      contact()
      Attribute("email", String.self).length(...60)
      Relationship("supportRep", to: "Employee", inverse: "customers").key("SupportRepId")
      Relationship("invoices", to: "Invoice", .toMany, inverse: "customer", onDelete: .deny)
    }
    Entity("Invoice") {
      Attribute("invoiceId", Int.self).range(1...).identifying()
      Attribute("invoiceDate", Date.self)
      address(prefix: "Billing")
      money("total")
      Relationship("customer", to: "Customer", inverse: "invoices").required().key("CustomerId")
      Relationship("lines", to: "InvoiceLine", .toMany, inverse: "invoice", onDelete: .cascade)
      Rule("the total is what the lines add up to", check: isSumOfLines)
    }
    Entity("InvoiceLine") {
      Attribute("invoiceLineId", Int.self).range(1...).identifying()
      money("unitPrice")
      Attribute("quantity", Int.self).range(1...)
      Relationship("invoice", to: "Invoice", inverse: "lines").required().key("InvoiceId")
      Relationship("track", to: "Track", inverse: "invoiceLines").required().key("TrackId")
      Rule("a line has the price of its track") { $0.unitPrice == $0.track.unitPrice }
    }
  }
}

/// A NUMERIC(10,2) column.
private func money(_ name: String) -> Attribute<Decimal> {
  Attribute(name, Decimal.self).range(0..<100_000_000)
    .rule("has at most two decimals", check: { $0.exponent >= -2 })
}

/// The columns of an address: `Address`, `City` …, or `BillingAddress`, `BillingCity` …
///
/// The column `State` becomes `region`, since every object has a member `state`.
@PropertyBuilder private func address(prefix: String = "") -> EntityBody {
  let columns = [
    ("Address", "Address", 70), ("City", "City", 40), ("Region", "State", 40),
    ("Country", "Country", 40), ("PostalCode", "PostalCode", 10),
  ]
  for (name, column, length) in columns {
    Attribute("\(prefix)\(name)".lowercasingFirst, String?.self)
      .length(...length).key("\(prefix)\(column)")
  }
}

/// The phone and fax numbers of a person.
@PropertyBuilder private func contact() -> EntityBody {
  Attribute("phone", String?.self).length(...24)
  Attribute("fax", String?.self).length(...24)
}

/// Returns true if the total of an invoice equals the sum of price times quantity over its lines.
@Sendable private func isSumOfLines(_ invoice: ManagedObject) -> Bool {
  let lines: [ManagedObject] = invoice.lines ?? []
  let sum = lines.reduce(Decimal(0)) { sum, line in
    let price: Decimal = line.unitPrice ?? 0
    let quantity: Int = line.quantity ?? 0
    return sum + price * Decimal(quantity)
  }
  return invoice.total == sum
}

extension String {
  fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}
