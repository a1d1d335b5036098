import Foundation

/// A publication as a value: ten attributes and two links, as identifiers.
///
/// This is the type that users would write by hand to pass objects to other tasks or to encode them.
struct Publication: Codable, Sendable {
  let id: UUID
  let title: String
  let subtitle: String?
  let language: String
  let pages: Int
  let year: Int16
  let price: Decimal
  let rating: Double
  let isAvailable: Bool
  let published: Date
  let author: UUID?
  let tags: [UUID]
}

/// An author or a tag as a value.
struct PublicationName: Codable, Sendable {
  let id: UUID
  let name: String
  let publications: [UUID]
}

/// All publications, authors and tags.
struct PublicationList: Codable, Sendable {
  let publications: [Publication]
  let authors: [PublicationName]
  let tags: [PublicationName]
}

/// A publication as an instance of a plain class, with references for links.
final class PlainPublication {
  let id: UUID
  var title: String
  var subtitle: String?
  var language: String
  var pages: Int
  var year: Int16
  var price: Decimal
  var rating: Double
  var isAvailable: Bool
  var published: Date
  var author: PlainPublicationName?
  var tags: [PlainPublicationName] = []

  /// Creates the publication with a number from 0; half of the titles are non-ASCII.
  init(_ number: Int, id: UUID) {
    self.id = id
    title =
      number % 2 == 0
      ? "The title of publication number \(number)" : "Über die Größe der Zahl \(number) – «Essai»"
    subtitle = number % 4 == 0 ? nil : "Volume \(number % 7)"
    language = ["en", "fr", "de", "español", "日本語"][number % 5]
    pages = 100 + number % 900
    year = Int16(1900 + number % 120)
    price = Decimal(100 + number % 9000) / 100
    rating = Double(number % 50) / 10 + 0.05
    isAvailable = number % 3 != 0
    published = Date(timeIntervalSince1970: Double(number) * 86_400.5)
  }

  /// The values without the links.
  var withoutLinks: Publication { value(author: nil, tags: []) }

  /// The values, with links as identifiers.
  var withLinks: Publication { value(author: author?.id, tags: tags.map(\.id)) }

  @inline(__always) private func value(author: UUID?, tags: [UUID]) -> Publication {
    Publication(
      id: id, title: title, subtitle: subtitle, language: language, pages: pages, year: year,
      price: price, rating: rating, isAvailable: isAvailable, published: published,
      author: author, tags: tags)
  }
}

/// An author or a tag as an instance of a plain class.
final class PlainPublicationName {
  let id: UUID
  let name: String
  var publications: [UUID] = []

  init(_ name: String, id: UUID) {
    self.name = name
    self.id = id
  }

  var value: PublicationName { PublicationName(id: id, name: name, publications: publications) }
}
