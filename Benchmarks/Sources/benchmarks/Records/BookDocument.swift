import Foundation

/// A JSON array of book records, generated in memory: 239 bytes each at the standard size.
enum BookDocument {
  /// The number of records in the standard document, 23.9 MB.
  static let recordCount = 100_000

  /// The average record size of the standard document, known in advance so that the document is created only if needed.
  static let bytesPerRecord = 239.28

  /// Returns the array without white space, with dates in ISO 8601.
  static func json(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 244)
    bytes.append(UInt8(ascii: "["))
    for number in 0..<count {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      append(BookRecord(number), to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// Returns the same records, one per line.
  static func lines(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 244)
    for number in 0..<count {
      append(BookRecord(number), to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The average row size of ``csv(_:)`` with as many records as the standard document.
  static let bytesPerRow = 136.28

  /// Returns the same records as a table; no text needs quotation marks.
  static func csv(_ count: Int) -> [UInt8] {
    var bytes = Array(
      "title,author,isbn,language,email,pages,stock,price,inPrint,published\n".utf8)
    bytes.reserveCapacity(count * 140)
    for number in 0..<count {
      let book = BookRecord(number)
      let seconds = Int(book.published?.timeIntervalSince1970 ?? 0)
      bytes += "\(book.title),\(book.author),\(book.isbn),\(book.language),\(book.email ?? "")".utf8
      bytes += ",\(book.pages),\(book.stock),\(book.price),\(book.inPrint)".utf8
      bytes += ",\(timestamp(seconds))\n".utf8
    }
    return bytes
  }

  // No text of a record needs escaping.
  private static func append(_ book: BookRecord, to bytes: inout [UInt8]) {
    bytes += "{\"title\":\"".utf8
    bytes += book.title.utf8
    bytes += "\",\"author\":\"".utf8
    bytes += book.author.utf8
    bytes += "\",\"isbn\":\"".utf8
    bytes += book.isbn.utf8
    bytes += "\",\"language\":\"".utf8
    bytes += book.language.utf8
    bytes += "\",\"email\":\"".utf8
    bytes += (book.email ?? "").utf8
    bytes += "\",\"pages\":\(book.pages),\"stock\":\(book.stock),\"price\":\(book.price)".utf8
    bytes += ",\"inPrint\":\(book.inPrint),\"published\":\"".utf8
    let seconds = Int(book.published?.timeIntervalSince1970 ?? 0)
    bytes += timestamp(seconds).utf8
    bytes += "\"}".utf8
  }

  /// Returns ISO 8601 in UTC for seconds since 1970, using the era arithmetic of the Gregorian calendar.
  private static func timestamp(_ seconds: Int) -> String {
    let day = seconds / 86_400
    let second = seconds % 86_400
    // Days since 0000-03-01, so that the leap day is at the end of the year.
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let time = "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))"
    return "\(year)-\(pad(month))-\(pad(dayOfMonth))T\(time)Z"
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
