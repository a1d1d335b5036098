import Armature

/// Prints the defects of the artists. Most of them are warnings.
func printArtists(_ artists: [Managed<Artist>], _ findings: Findings) {
  func count(_ rule: String) -> Int { findings.count(Artist.self, rule) }

  /// Returns the number of artists that share a value with another one.
  func sharing<Value: Hashable>(_ value: (Managed<Artist>) -> Value?) -> Int {
    let groups = Dictionary(grouping: artists.compactMap(value)) { $0 }
    return groups.values.map(\.count).filter { $0 > 1 }.reduce(0, +)
  }

  head("Artists (\(artists.count.grouped))")
  row(
    "ArtistBio / Nationality / Gender is null",
    side(count("ArtistBio is known"), count("Nationality is known"), count("Gender is known")))
  row(
    "Wiki QID / ULAN is null (the key `Wiki QID` contains a blank)",
    side(count("Wiki QID is known"), count("ULAN is known")))
  row("ULAN is a number written as text (always nine digits)", side(count("ULAN is no text")))
  row(
    "BeginDate 0, meaning unknown; of these with a known EndDate",
    "\(count("BeginDate is known").grouped); \(count("what ended began").grouped)")
  row("EndDate 0, meaning living or unknown", side(count("EndDate is known")))
  row(
    "Gender `male` beside `Male` and `Female`", side(findings.count("Artist.gender", "membership")))
  row("Nationality is the text `Nationality unknown`", side(count("Nationality is one")))
  row(
    "artists sharing a DisplayName / a Wiki QID / a ULAN with another",
    side(sharing { $0.displayName }, sharing { $0.wikiQID }, sharing { $0.ulan }))
}

/// Prints the defects of the works.
func printArtworks(_ works: [Managed<Artwork>], _ findings: Findings) throws {
  func count(_ rule: String) -> Int { findings.count(Artwork.self, rule) }
  func empty(_ property: String) -> Int { findings.count("Artwork.\(property)", "length.tooShort") }
  func longest(_ text: (Managed<Artwork>) -> String) -> String {
    (works.map { text($0).unicodeScalars.count }.max() ?? 0).grouped
  }

  head("Artworks (\(works.count.grouped))")
  row("ObjectID is a number written as text", side(count("ObjectID is no text")))
  row("no ArtistID key at all", side(count("ArtistID is known")))
  let distinct = Set(findings.brokenReferences).count
  row(
    "ArtistID has no such artist (\(distinct) distinct numbers)",
    side(findings.brokenReferences.count))
  row(
    "ArtistID resolves but Artist differs from the artist's DisplayName / agrees with it",
    side(
      count("Artist is the DisplayName"), works.count { $0.artist?.displayName == $0.artistName }))
  row(
    "a missing value written as an empty text: Title / Artist / ArtistBio / Date",
    side(empty("title"), empty("artistName"), empty("artistBio"), empty("date")))
  row(
    "the same: Medium / Dimensions / CreditLine / DateAcquired / URL",
    side(
      empty("medium"), empty("dimensions"), empty("creditLine"), empty("dateAcquired"),
      empty("url")))
  let year = try TextPattern("[0-9]{4}")
  row(
    "Date is a plain year / is other text (`c. 1942-45`, `(1976)`, `n.d.` ...)",
    side(works.count { year.matches($0.date) }, count("Date is a year")))
  row(
    "DateAcquired is neither empty nor YYYY-MM-DD (\(try oddDates(works)))",
    side(count("DateAcquired is a date")))
  row(
    "leading or trailing blanks in Medium / Dimensions / CreditLine",
    side(
      count("Medium has no blanks around it"), count("Dimensions has no blanks around it"),
      count("CreditLine has no blanks around it")))
  row(
    "line breaks in Title / Medium / Dimensions / CreditLine",
    side(
      count("Title is one line"), count("Medium is one line"), count("Dimensions is one line"),
      count("CreditLine is one line")))
  row(
    "Title longer than 255 characters (longest \(longest { $0.title }); "
      + "longest Dimensions \(longest { $0.dimensions }))",
    side(findings.count("Artwork.title", "length.tooLong")))
  row("Classification `(not assigned)`", side(count("Classification is assigned")))
  row(
    "CuratorApproved is the text `Y` or `N`, with N (and then never a URL)",
    side(count("a curator approved it")))
  row("text outside ASCII somewhere in the row", side(works.count { $0.hasTextOutsideASCII }))
}

/// Returns the invalid acquisition dates, the most frequent first.
private func oddDates(_ works: [Managed<Artwork>]) throws -> String {
  let date = try TextPattern("([0-9]{4}-[0-9]{2}-[0-9]{2})?")
  let odd = works.map(\.dateAcquired).filter { !date.matches($0) }
  return Dictionary(grouping: odd) { $0 }
    .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    .map { "`\($0.key)` \($0.value.count.times)" }
    .joined(separator: ", ")
}

extension Managed<Artwork> {
  /// Whether one of the texts has non-ASCII characters. This reads the object like a dictionary.
  fileprivate var hasTextOutsideASCII: Bool {
    managedObject.properties.contains { _, value in
      guard case .string(let text) = value else { return false }
      return !text.utf8.allSatisfy { $0 < 0x80 }
    }
  }
}
