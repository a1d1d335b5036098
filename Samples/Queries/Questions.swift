import Armature
import Foundation

/// Ten questions about the shop.
///
/// In each question, the three notations produce the same tree. Only in the last one, the text has a keyword that
/// closures express with two comparisons.
func questions() throws -> [Question] {
  let loose: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
  let year = try ["2024-01-01T00:00:00Z", "2024-12-31T00:00:00Z"].map {
    try Date($0, strategy: .iso8601)
  }
  return [
    Question(
      "Which jazz tracks take more than five minutes?", about: Track.self, showing: "name",
      orderedBy: [.descending("milliseconds")],
      typed: { $0.genre.name == "Jazz" && $0.milliseconds > 300_000 },
      dynamic: { $0.genre.name == "Jazz" && $0.milliseconds > 300_000 },
      text: try FetchPredicate("genre.name = %@ AND milliseconds > %d", "Jazz", 300_000)),
    Question(
      "Which artists have more than ten albums?", about: Artist.self,
      showing: "name", "albums.@count", orderedBy: [.ascending("name")],
      typed: { $0.albums.count > 10 }, dynamic: { $0.albums.count > 10 },
      text: try FetchPredicate("albums.@count > 10")),
    Question(
      "Who has spent more than 45?", about: Customer.self,
      showing: "firstName", "lastName", "invoices.@sum.total",
      orderedBy: [.descending(DynamicQuery().invoices.sum("total"))],
      typed: { $0.invoices.sum(\.total) > 45 },
      dynamic: { $0.invoices.sum("total") > Decimal(45) },
      text: try FetchPredicate("invoices.@sum.total > %@", Decimal(45))),
    Question(
      "Which playlists are empty?", about: Playlist.self, showing: "playlistId", "name",
      orderedBy: [.ascending("playlistId")],
      typed: { $0.entries.count == 0 }, dynamic: { $0.entries.count == 0 },
      text: try FetchPredicate("entries[SIZE] == 0")),
    Question(
      "Who leads somebody that was there before?", about: Employee.self,
      showing: "firstName", "lastName", orderedBy: [.ascending("employeeId")],
      typed: { boss in boss.reports.any { $0.hireDate < boss.hireDate } },
      dynamic: { boss in boss.reports.any { $0.hireDate < boss.hireDate } },
      text: try FetchPredicate("ANY reports.hireDate < hireDate")),
    Question(
      "On which albums does every track take more than five minutes?", about: Album.self,
      showing: "title", orderedBy: [.ascending("artist.name"), .ascending("title")],
      typed: { $0.tracks.all { $0.milliseconds > 300_000 } },
      dynamic: { $0.tracks.all { $0.milliseconds > 300_000 } },
      text: try FetchPredicate("ALL tracks.milliseconds > 300000")),
    Question(
      "Who has never bought classical music?", about: Customer.self,
      showing: "firstName", "lastName", orderedBy: [.ascending("lastName")],
      typed: { $0.invoices.lines.none { $0.track.genre.name == "Classical" } },
      dynamic: { $0.invoices.lines.none { $0.track.genre.name == "Classical" } },
      text: try FetchPredicate("NONE invoices.lines.track.genre.name == 'Classical'")),
    Question(
      "Which albums have three long tracks that sell?", about: Album.self,
      showing: "title", orderedBy: [.ascending("title")],
      typed: {
        $0.tracks.filter { $0.milliseconds > 420_000 && $0.lines.sum(\.quantity) > 0 }.count >= 3
      },
      dynamic: {
        $0.tracks.filter { $0.milliseconds > 420_000 && $0.lines.sum("quantity") > 0 }.count >= 3
      },
      text: try FetchPredicate(
        """
        SUBQUERY(tracks, $track,
          $track.milliseconds > 420000 AND $track.lines.@sum.quantity > 0).@count >= 3
        """)),
    Question(
      "What by a João, however spelled, is no Latin music?", about: Track.self,
      showing: "name", orderedBy: [.ascending("name")],
      typed: {
        $0.composer.contains("joao", options: loose) && !$0.genre.name.in(["Latin", "Bossa Nova"])
      },
      dynamic: {
        $0.composer.contains("joao", options: loose) && !$0.genre.name.in(["Latin", "Bossa Nova"])
      },
      text: try FetchPredicate(
        "composer CONTAINS[cd] 'joao' AND NOT genre.name IN %@", ["Latin", "Bossa Nova"])),
    Question(
      "Which countries bought for more than 30 in 2024?", about: Invoice.self,
      rows: [.property("billingCountry"), .sum("total", as: "sum"), .count(as: "invoices")],
      having: { $0.sum > 30 }, orderedBy: [.descending("sum")],
      typed: { $0.invoiceDate >= year[0] && $0.invoiceDate <= year[1] },
      dynamic: { $0.invoiceDate >= year[0] && $0.invoiceDate <= year[1] },
      text: try FetchPredicate("invoiceDate BETWEEN %@", year)),
  ]
}
