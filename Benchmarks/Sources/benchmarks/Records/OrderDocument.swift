/// A JSON array of orders, which are nested documents: a customer with an address, lines with lists, a map of numbers,
/// and one of two kinds of payment.
enum OrderDocument {
  /// The number of records in the standard document.
  static let recordCount = 20_000

  private static let countries = ["DE", "FR", "JP", "BR"]
  private static let cities = ["Kiel", "Orléans", "Ōsaka", "São Paulo"]

  /// Returns the array without white space.
  static func json(_ count: Int) -> [UInt8] {
    var text = "["
    for number in 0..<count {
      if number > 0 { text += "," }
      text += record(number)
    }
    return Array((text + "]").utf8)
  }

  /// Returns one record. It keeps the rules of ``OurDocuments``.
  static func record(_ number: Int) -> String {
    let place = number % 4
    let day = number % 28 + 1
    let payment =
      number % 3 == 0
      ? #"{"type":"transfer","account":"DE\#(8_000_000_000 + number)"}"#
      : #"{"type":"card","digits":"\#(1000 + number % 9000)"}"#
    let lines = (0...number % 4).map { line in
      #"{"product":"Product \#(number % 977) of 7","quantity":\#(line + 1),"price":\#(number % 90 + 9).5,"#
        + #""tags":["new","tag\#(line)"]}"#
    }
    return #"{"number":\#(number),"placed":"2026-05-\#(day < 10 ? "0" : "")\#(day)T10:30:00Z","#
      + #""customer":{"name":"Zoë Müller \#(number % 1009)","email":"user\#(number)@mail.example.com","#
      + #""address":{"street":"Long Street \#(number % 300)","city":"\#(cities[place])","#
      + #""country":"\#(countries[place])"}},"payment":\#(payment),"#
      + #""lines":[\#(lines.joined(separator: ","))],"#
      + #""counts":{"opened":\#(number % 5),"returned":0}}"#
  }
}
