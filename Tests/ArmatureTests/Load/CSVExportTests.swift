import Armature
import Foundation
import Testing

@Suite struct CSVExportTests {
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(model: try .shop())
    try context.load(
      .text(
        """
        {"Maker": [{"name": "Ann"}, {"name": "=Bob"}], "Label": [{"number": 1}, {"number": -2}],
         "products": [
          {"sku": "ABC", "price": 12.50, "stock": 3, "weight": 1e300, "isSold": true,
           "made": "2024-02-29T10:00:00Z", "Remark": "a \\"b\\"\\n;c", "sizes": [1, 2], "maker": "Ann",
           "labels": [-2, 1],
           "origin": {"town": "=Rome", "codes": [3, 4], "spot": {"Lat": 45.5, "note": "a;b"}}},
          {"sku": "DEF", "Remark": "=1+1", "maker": "=Bob", "price": 1, "labels": [-2]},
          {"sku": "GHI", "Remark": "", "@entity": "Book", "pages": 7, "sizes": [-1]}]}
        """), options: LoadOptions(validates: false))
  }

  private static let header =
    "@entity,sku,price,stock,weight,isSold,made,Remark,sizes,origin.town,origin.codes,"
    + "origin.spot.Lat,origin.spot.note,maker,labels,pages\r\n"

  @Test func `objects are rows with the values that identify others`() throws {
    let text = String(decoding: try context.csv(of: "Product"), as: UTF8.self)
    #expect(
      text == Self.header
        + ",ABC,12.5,3,1e+300,true,2024-02-29T10:00:00Z,\"a \"\"b\"\"\n;c\",1|2,"
        + "=Rome,3|4,45.5,\"a;b\",Ann,-2|1,\r\n"
        + ",DEF,1,1,,,,=1+1,,,,,,=Bob,-2,\r\n" + "Book,GHI,,1,,,,\"\",-1,,,,,,,7\r\n")
    #expect(
      String(decoding: try context.csv(of: "Label"), as: UTF8.self) == "number\r\n1\r\n-2\r\n")
    let book = try context.csv(
      of: "Book", format: CSVFormat(delimiter: .semicolon), keys: .capitalized)
    #expect(
      String(decoding: book, as: UTF8.self)
        == "Sku;Price;Stock;Weight;IsSold;Made;Remark;Sizes;Origin.town;Origin.codes;"
        + "Origin.spot.Lat;Origin.spot.note;Maker;Labels;Pages\r\n"
        + "GHI;;1;;;;\"\";-1;;;;;;;7\r\n")
  }

  @Test func `a link to objects that nothing identifies is rejected with the remedy`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Land") {
        Entity("Region") {
          Attribute("country", String.self)
          Attribute("code", String.self)
          Relationship("towns", to: "Town", .toMany, inverse: "region")
          Unique("country", "code")
        }
        Entity("Town") {
          Attribute("name", String.self)
          Relationship("region", to: "Region", inverse: "towns")
        }
      })
    let (town, region) = (try context.insert("Town"), try context.insert("Region"))
    (town.name, region.country, region.code) = ("Ulm", "de", "bw")
    town.region = region
    let report = try #require(throws: ValidationReport.self) { try context.csv(of: "Town") }
    #expect(
      report.map(\.message) == [
        "Town.region must have text in CSV, but has none. Nothing identifies a Region: declare an "
          + "attribute with identifying(), or write all entities with json()."
      ])
  }

  @Test func `objects whose reads are tracked are written alike`() throws {
    let expected = try context.csv(of: "Product")
    context.tracksReads = true
    #expect(try context.csv(of: "Product") == expected)
  }

  @Test(arguments: ["", "a", "seven b", "eight by", "nine byte", "sixteen bytes: 16", "größe 日本"])
  func `marks are written wherever a sign in a text needs them`(_ text: String) throws {
    let signs = "\",;\t\n\r\u{1}\u{F}'= -"
    for sign in signs.unicodeScalars.map(String.init) + ["\r\n"] {
      for position in 0...text.count {
        let value = String(text.prefix(position)) + sign + String(text.dropFirst(position))
        let maker = ManagedObjectContext(model: context.model)
        try maker.insert("Maker").name = value
        for guardsFormulas in [false, true] {
          let guarded =
            (guardsFormulas && "=+-@\t\r\n".utf8.contains(value.utf8.first ?? 0) ? "\\'" : "")
            + value
          let isMarked = guarded.utf8.contains { "\",;\t\n\r".utf8.contains($0) }
          let cell =
            isMarked ? "\"" + guarded.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : guarded
          let table = try maker.csv(of: "Maker", guardsFormulas: guardsFormulas)
          #expect(table == Data("name\r\n\(cell)\r\n".utf8))
        }
      }
    }
  }

  @Test func `texts that look like formulas are guarded, and no numbers`() throws {
    let text = String(decoding: try context.csv(of: "Product", guardsFormulas: true), as: UTF8.self)
    #expect(text.contains(",DEF,1,1,,,,\\'=1+1,,,,,,\\'=Bob,-2,\r\n"))
    #expect(text.contains(",\\'=Rome,3|4,45.5,\"a;b\",Ann,-2|1,"))
    #expect(text.contains(",-1,,,,,,,7\r\n"))
    let makers = String(decoding: try context.csv(of: "Maker", guardsFormulas: true), as: UTF8.self)
    #expect(makers == "name\r\nAnn\r\n\\'=Bob\r\n")
  }

  @Test(arguments: CSVFormat.Delimiter.allCases, [Character("|"), " ", "\u{1F600}"])
  func `what is written reads back equal`(
    delimiter: CSVFormat.Delimiter, separator: Character
  ) throws {
    var format = CSVFormat(delimiter: delimiter, listSeparator: separator)
    let texts = try ["Product", "Maker", "Label"].map {
      ($0, try context.csv(of: $0, format: format))
    }
    format.delimiter = nil
    let other = ManagedObjectContext(model: context.model)
    try other.load(
      texts.map { LoadSource.data($1, as: $0, layout: .csv(format)) },
      options: LoadOptions(validates: false))
    #expect(try other.json() == context.json())
    for (entity, text) in texts where entity != "Product" {
      format.delimiter = delimiter
      #expect(try other.csv(of: entity, format: format) == text)
    }
  }

  @Test(
    arguments: [
      (["1|2", "3"], "1\\|2|3"), (["a\\", "b"], "a\\\\|b"), (["a\\"], "a\\"), (["\\|"], "\\\\\\|"),
      (["", ""], "|"), ([""], "\\E"), ([], "\"\""), (["a", "\u{301}b"], "a|\u{301}b"),
    ])
  func `a backslash is before the separator in a value of a list`(
    phones: [String], cell: String
  ) throws {
    let model = try ManagedObjectModel("Phones") {
      Entity("Owner") {
        Attribute("name", String?.self)
        Attribute("phones", [String].self)
      }
    }
    let context = ManagedObjectContext(model: model)
    try context.insert("Owner").setValue(phones, forKey: "phones")
    let table = try context.csv(of: "Owner")
    #expect(String(decoding: table, as: UTF8.self) == "name,phones\r\n,\(cell)\r\n")
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(table, as: "Owner", layout: .csv()))
    #expect(try copy.objects(of: "Owner")[0].value(forKey: "phones", as: [String].self) == phones)
  }

  @Test func `numbers and dates without a usual text have a backslash`() throws {
    let model = try ManagedObjectModel("Measures") {
      Entity("Measure") {
        Attribute("value", Double?.self)
        Attribute("all", [Double]?.self)
        Attribute("exact", Decimal?.self)
        Attribute("time", Date?.self)
      }
    }
    let context = ManagedObjectContext(model: model)
    let measure = try context.insert("Measure")
    measure["value"] = .double(.nan)
    measure["all"] = .list([.double(-.infinity), 1.5])
    measure["exact"] = .decimal(.nan)
    measure["time"] = .date(Date(timeIntervalSinceReferenceDate: 1e300))
    let table = try context.csv(of: "Measure")
    #expect(
      String(decoding: table, as: UTF8.self)
        == "value,all,exact,time\r\n\\NaN,\\-Infinity|1.5,\\NaN,\\1e+300\r\n")
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(table, as: "Measure", layout: .csv()))
    #expect(try copy.csv(of: "Measure") == table)
    // Files of other programs have other texts for missing numbers.
    for text in ["NaN", "nan", "inf", "\\nan", "\\1", "\\"] {
      #expect(throws: ValidationReport.self) {
        try copy.load(.text("value\n\(text)\n", as: "Measure", layout: .csv()))
      }
    }
  }

  @Test func `parts name what they are parts of`() throws {
    let model = try ManagedObjectModel("Orders") {
      Entity("Order") {
        Attribute("number", Int.self).identifying()
        Relationship("items", to: "Item", .ordered, inverse: "order", onDelete: .cascade)
      }
      Entity("Item") {
        Attribute("name", String?.self)
        Relationship("order", to: "Order", inverse: "items")
      }
    }
    let context = ManagedObjectContext(model: model)
    try context.load(.text(#"[{"number": 1, "items": [{"name": "a"}, {}]}]"#, as: "Order"))
    #expect(String(decoding: try context.csv(of: "Order"), as: UTF8.self) == "number\r\n1\r\n")
    let items = try context.csv(of: "Item")
    #expect(String(decoding: items, as: UTF8.self) == "name,order\r\na,1\r\n,1\r\n")
  }

  @Test func `a row of one absent value is a row`() throws {
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") { Attribute("text", String?.self) }
    }
    let context = ManagedObjectContext(model: model)
    try context.load(.text(#"[{}, {"text": "a"}, {}]"#, as: "Note"))
    let text = try context.csv(of: "Note")
    #expect(String(decoding: text, as: UTF8.self) == "text\r\n\\N\r\na\r\n\\N\r\n")
    #expect(
      try ManagedObjectContext(model: model).load(.data(text, as: "Note", layout: .csv())).count
        == 3)
  }

  @Test func `a link to an object without identity is refused`() throws {
    let model = try ManagedObjectModel("Things") {
      Entity("Thing") {
        Attribute("name", String?.self)
        Attribute("tags", [String]?.self)
        Relationship("other", to: "Thing")
      }
    }
    let context = ManagedObjectContext(model: model)
    try context.load(.text(#"{"other": {"name": "b"}}"#, as: "Thing"))
    let report = #expect(throws: ValidationReport.self) { try context.csv(of: "Thing") }
    #expect(report?.map(\.keyPath) == [["other"]])
    #expect(throws: ValidationReport.self) { try context.csv(of: "Thnig") }
  }
}
