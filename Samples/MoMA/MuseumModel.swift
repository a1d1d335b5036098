import Armature
import Foundation

/// Creates the model of the museum's data. Known defects of the data are warnings, so that they are counted and the
/// rows are accepted. Only unreadable values and broken references are errors.
func makeMuseumModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Museum") {
    Artist.self
    Artwork.self
  }
}

/// A person or a group.
struct Artist: EntityType {
  static let schema = Artist()

  let constituentID = Attribute<Int>().identifying()
  let displayName = Attribute<String>().length(1...)
  let artistBio = Attribute<String?>()
  let nationality = Attribute<String?>()
  let gender = Attribute<String?>().oneOf(["Male", "Female"], severity: .warning)
  let beginDate = Attribute<Int>()
  let endDate = Attribute<Int>()
  let wikiQID = Attribute<String?>().matching("Q[0-9]+").key("Wiki QID")
  let ulan = Attribute<String?>().matching("[0-9]{9}").key("ULAN")
  let works = ToMany<Artwork>(inverse: \.artist)

  static var rules: Rules<Artist> {
    Rule("ArtistBio is known", severity: .warning) { $0.artistBio != nil }
    Rule("Nationality is known", severity: .warning) { $0.nationality != nil }
    Rule("Gender is known", severity: .warning) { $0.gender != nil }
    Rule("Wiki QID is known", severity: .warning) { $0.wikiQID != nil }
    Rule("ULAN is known", severity: .warning) { $0.ulan != nil }
    Rule("ULAN is no text", severity: .warning) { $0.ulan == nil || !$0.ulan.matches("[0-9]+") }
    Rule("BeginDate is known", severity: .warning) { $0.beginDate != 0 }
    Rule("EndDate is known", severity: .warning) { $0.endDate != 0 }
    Rule("what ended began", severity: .warning) { $0.endDate == 0 || $0.beginDate != 0 }
    Rule("Nationality is one", severity: .warning) { $0.nationality != "Nationality unknown" }
  }
}

/// An object of the collection.
struct Artwork: EntityType {
  static let schema = Artwork()

  // A missing value is an empty text in this file, so the texts are not optional.
  let number = Attribute<String>().identifying().key("ObjectID")
  let accession = Attribute<String>().length(1...).unique().key("MoMANumber")
  let title = Attribute<String>().length(1...255, severity: .warning)
  let artistName = Attribute<String>().length(1..., severity: .warning).key("Artist")
  let artistBio = Attribute<String>().length(1..., severity: .warning)
  let date = Attribute<String>().length(1..., severity: .warning)
  let medium = Attribute<String>().length(1..., severity: .warning)
  let dimensions = Attribute<String>().length(1..., severity: .warning)
  let creditLine = Attribute<String>().length(1..., severity: .warning)
  let classification = Attribute<String>().length(1...)
  let department = Attribute<String>().length(1...)
  let dateAcquired = Attribute<String>().length(1..., severity: .warning)
  let curatorApproved = Attribute<Approval>()
  let url = Attribute<String>().length(1..., severity: .warning).key("URL")
  let artist = ToOne<Artist>().key("ArtistID")

  static var rules: Rules<Artwork> {
    Rule("ObjectID is no text", severity: .warning) { !$0.number.matches("[0-9]+") }
    Rule("ArtistID is known", severity: .warning) { $0.artist != nil }
    Rule("Artist is the DisplayName", severity: .warning) {
      $0.artist == nil || $0.artistName == $0.artist.displayName
    }
    Rule("Date is a year", severity: .warning) { $0.date == "" || $0.date.matches("[0-9]{4}") }
    Rule("DateAcquired is a date", severity: .warning) {
      $0.dateAcquired == "" || $0.dateAcquired.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")
    }
    for (column, text) in columns {
      Rule("\(column) has no blanks around it", severity: .warning) {
        !$0[dynamicMember: text].matches(#"(?s)\s.*|.*\s"#)
      }
      Rule("\(column) is one line", severity: .warning) {
        !$0[dynamicMember: text].matches(#"(?s).*[\r\n].*"#)
      }
    }
    Rule("Classification is assigned", severity: .warning) {
      $0.classification != "(not assigned)"
    }
    Rule("a curator approved it", severity: .warning) { $0.curatorApproved == .approved }
    Rule("only what is approved has a URL") { $0.curatorApproved == .approved || $0.url == "" }
  }

  /// The columns of free text.
  private static var columns: [(String, KeyPath<Artwork, Attribute<String>>)] {
    [
      ("Title", \.title), ("Medium", \.medium), ("Dimensions", \.dimensions),
      ("CreditLine", \.creditLine),
    ]
  }
}

/// A curator's decision about a record.
enum Approval: String, CaseIterable, AttributeConvertible {
  case approved = "Y"
  case pending = "N"
}
