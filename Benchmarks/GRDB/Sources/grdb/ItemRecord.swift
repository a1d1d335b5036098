import Foundation
import GRDB

/// An item as GRDB keeps it: a `Codable` record, whose date is a number as it is with us.
struct ItemRecord: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "Item"
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSinceReferenceDate
  }
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  var id: Int64
  var name: String
  var note: String
  var place: String
  var pieces: Int
  var rank: Int
  var size = 3
  var price: Double
  var weight = 0.5
  var isOut = true
  var added = Date.now

  init(number: Int) {
    id = Int64(number + 1)
    name = "item \(number)"
    note = "a note that is longer, about \(number)"
    place = "Wien"
    pieces = number
    rank = number % 10
    price = Double(number) / 4
  }
}
