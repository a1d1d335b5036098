import Armature
import Foundation
import Testing

@Suite struct CSVTests {
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(model: try .shop())
    try context.load(
      .text(#"{"Maker": [{"name": "Ann"}], "Label": [{"number": 1}, {"number": 2}]}"#))
  }

  private func products(_ key: String) -> [AttributeValue?] {
    context.objects(of: "Product").map { $0[key] }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `each row is a record, whatever ends it`(end: String) throws {
    let rows = [
      "sku,price,stock,weight,isSold,made,Remark,sizes,maker,labels",
      "ABC,12.50,3,0.5,true,2024-02-29,\"a \"\"b\"\",\(end)c\",1|2,Ann,2|1", "DEF,,,,,,,,,", "",
      "\"GHI\",7,-1,1e3,false,,é,4,Ann,1",
    ]
    for bom in ["", "\u{FEFF}"] {
      for last in ["", end] {
        let new = ManagedObjectContext(model: context.model)
        try new.load(.text(try String(decoding: context.json(), as: UTF8.self)))
        let text = bom + rows.joined(separator: end) + last
        let result = try new.load(.text(text, as: "Product", layout: .csv()))
        #expect(result.report.isEmpty && result.counts == ["Product": 3])
        let objects = result.objects
        #expect(objects.map { $0["price"] } == [.decimal(12.5), .none, .decimal(7)])
        #expect(objects.map { $0["stock"] } == [3, 1, -1])
        #expect(objects.map { $0["weight"] } == [0.5, .none, 1000.0])
        #expect(objects.map { $0["isSold"] } == [true, .none, false])
        #expect(objects.map { $0["note"] } == [.string("a \"b\",\(end)c"), .none, "é"])
        #expect(objects.map { $0["sizes"] } == [.list([1, 2]), .none, .list([4])])
        #expect(objects.map { $0.maker?.name } == ["Ann", nil, "Ann"])
        #expect(objects.map { $0.many("labels").map { $0["number"] } } == [[2, 1], [], [1]])
        #expect(objects[0]["made"] == .date(Date(timeIntervalSince1970: 1_709_164_800)))
        #expect(objects[1]["made"] == .none)
      }
    }
  }

  static let mistakes: [(String, [String])] = [
    ("", ["1:1: error: The text must start with a row of keys, but is empty. [syntax]"]),
    ("\u{FEFF}", ["1:1: error: The text must start with a row of keys, but is empty. [syntax]"]),
    ("\n\r\n", ["3:1: error: The text must start with a row of keys, but is empty. [syntax]"]),
    ("sku", []), ("\u{FEFF}\"sku\"\n", []), ("\nsku,stock\r\n\r\n", []),
    // Cells
    (
      "sku,price\nABC,x\nDEF,-1\nGHI,1.5.2\n",
      [
        #"2:5: error: Product.price must be a decimal number, but is "x". [type.wrong]"#,
        "3:5: error: Product.price must be at least 0, but is -1. [range.tooSmall]",
        #"4:5: error: Product.price must be a decimal number, but is "1.5.2". [type.wrong]"#,
      ]
    ),
    (
      "sku,stock,made,isSold\nABC,1.5,1.1.2024,TRUE\nabc,\"99999999999999999999\",,1\n",
      [
        "2:5: error: Product.stock must be a whole number, but 1.5 cannot be represented exactly. "
          + "[value.inexact]",
        "2:9: error: Product.made must be a date such as 2026-11-21T08:30:00Z, but is \"1.1.2024\". "
          + "[value.badDate]",
        "2:18: error: Product.isSold must be true or false, but is \"TRUE\". [type.wrong]",
        "3:1: error: Product.sku must match the pattern \"[A-Z]{3}\", but is \"abc\". [pattern]",
        "3:5: error: Product.stock must be a whole number from -9223372036854775808 to "
          + "9223372036854775807, but is 99999999999999999999. [value.outOfRange]",
        "3:29: error: Product.isSold must be true or false, but is \"1\". [type.wrong]",
      ]
    ),
    (
      "sku,maker,labels\nABC,Bob,1|x|3\n,Ann,\n",
      [
        "2:5: error: Product.maker refers to the Maker \"Bob\", which does not exist. "
          + "[reference.broken]",
        "2:9: error: Product.labels must be a whole number, but is \"x\". [type.wrong]",
        "2:9: error: Product.labels refers to the Label 3, which does not exist. [reference.broken]",
        "3:1: error: Product.sku must have a value, but has none. [required]",
      ]
    ),
    (
      "sku,sizes\nABC,1||x\n",
      [
        "2:5: error: Product.sizes[1] must be a whole number, but is \"\". [type.wrong]",
        "2:5: error: Product.sizes[2] must be a whole number, but is \"x\". [type.wrong]",
      ]
    ),
    (
      "sku\nABC\nABC\n",
      [
        "3:1: error: Product.sku must identify one Product, but Product \"ABC\" (<input>:2:1) has "
          + "\"ABC\", too. [identity.duplicate]"
      ]
    ),
    (
      "price\n1\n",
      ["2:1: error: Product.sku must have a value, but its key is missing. [value.missing]"]
    ),
    // Quotation marks
    (
      "sku,price\nA\"C,1\nABC,2\n",
      [
        "2:2: error: A cell with a quotation mark must be enclosed in quotation marks, but this "
          + "one is not. Put one at both ends, and double the one inside. [syntax]"
      ]
    ),
    (
      "sku,price\n\"ABC\"x,1\n\"DEF\" ,2\n",
      [2, 3].map {
        "\($0):6: error: A quotation mark must end its cell, but something follows it here."
          + " Double a quotation mark inside a cell. [syntax]"
      }
    ),
    (
      "sku,price\nabc,1\n\"DEF,2\nGHI,3\n",
      [
        "2:1: error: Product.sku must match the pattern \"[A-Z]{3}\", but is \"abc\". [pattern]",
        "3:1: error: The quotation mark that starts here must be closed, but is not. [syntax]",
      ]
    ),
    (
      "\"sku,price\nABC,1\n",
      ["1:1: error: The quotation mark that starts here must be closed, but is not. [syntax]"]
    ),
    (
      "sku,price\n\"\"\"ABC\"\"\",1\n",
      [#"2:1: error: Product.sku must match the pattern "[A-Z]{3}", but is "\"ABC\"". [pattern]"#]
    ),
    // Rows
    (
      "sku,price\nABC\nDEF,1,2,3\nghi,4\n",
      [
        "2:4: error: A row must have 2 cells, as the header row has, but this one has 1. [syntax]",
        "3:7: error: A row must have 2 cells, as the header row has, but this one has 4."
          + " Enclose cells that contain a delimiter in quotation marks. [syntax]",
        "4:1: error: Product.sku must match the pattern \"[A-Z]{3}\", but is \"ghi\". [pattern]",
      ]
    ),
    (
      "sku,Remark\nABC,a\rb\n",
      ["3:2: error: A row must have 2 cells, as the header row has, but this one has 1. [syntax]"]
    ),
    // Header
    (
      "sku,pirce,Remark,note\nABC,1,a,b\nDEF,1,a,b\n",
      [
        "1:5: error: Product.pirce is not a property of Product. Did you mean \"price\"? [key.unknown]",
        "1:18: error: Product.note is not a property of Product. Did you mean \"Remark\"? "
          + "[key.unknown]",
      ]
    ),
    (
      "sku,price,sku\nABC,1,DEF\n",
      ["1:11: error: Product.sku must occur once, but occurs again. [key.duplicate]"]
    ),
    (
      "sku,,price\nABC,,1\nDEF,1,\n",
      ["1:5: error: Product.\"column 2\" is not a property of Product. [key.unknown]"]
    ),
    (
      "sku,,seen\nABC,,true\n",
      [
        "1:6: error: Product.seen is transient and must not be set from data. Remove the key, "
          + "or name it in LoadOptions(ignoring:). [key.notAllowed]"
      ]
    ),
    (
      "sku,price;stock\nABC,1;2\n",
      [
        "1:1: error: One delimiter must separate the header row, but comma and semicolon make "
          + "the same number of cells. Name the delimiter. [syntax]"
      ]
    ),
    (
      "sku:price\nABC:1\n",
      [
        "1:1: error: Product.\"sku:price\" is not a property of Product. [key.unknown]",
        "2:1: error: Product.sku must have a value, but its key is missing. [value.missing]",
      ]
    ),
    // Characters
    (
      "sku,Remark\nABC,a\0b\0c\nDEF,\"\0\"\n",
      ["2:6: error: The text must be CSV, but has a NUL byte here. [syntax]"]
    ),
    // Entities
    (
      "sku,@entity,pages\nABC,Book,5\nDEF,,5\nGHI,Bok,\nJKL,Maker,\nMNO,Product,\n",
      [
        "3:6: error: Product.pages is not a property of Product. [key.unknown]",
        "4:5: error: \"Bok\" is not an entity of the model. Did you mean \"Book\"? [entity.unknown]",
        "5:5: error: Product.\"@entity\" must be one of \"Product\", \"Book\", but is \"Maker\". "
          + "[membership]",
      ]
    ),
  ]

  @Test(arguments: mistakes)
  func `each mistake is told at its cell`(text: String, expected: [String]) throws {
    #expect(try context.loadProducts(text) == expected)
    #expect(expected.isEmpty || products("sku").isEmpty)
  }

  @Test(
    arguments: [
      ([0x73, 0x6B, 0x75, 0x0A, 0x41, 0xC3, 0x28, 0x0A, 0xFF], ["2:2", "3:1"], "0xC3"),
      ([0x73, 0x6B, 0x75, 0x0A, 0x22, 0x41, 0xED, 0xA0, 0x80, 0x22], ["2:3"], "0xED"),
      ([0xFF, 0xFE, 0x00, 0x00, 0x73, 0x00, 0x00, 0x00], ["1:1"], "UTF-32"),
      (
        [0xFE, 0xFF, 0x00, 0x73, 0x00, 0x6B, 0x00, 0x75, 0x00, 0x0A, 0xD8, 0x3D], ["2:1"],
        "half a character"
      ),
      ([0x73, 0xE9, 0x0A, 0x41, 0x0A], ["1:2"], "0xE9"),
    ] as [([UInt8], [String], String)])
  func `what is no UTF-8 is told`(bytes: [UInt8], places: [String], text: String) throws {
    let report = try context.loadReport(.data(Data(bytes), as: "Product", layout: .csv()))
    #expect(report.map { "\($0.source?.line ?? 0):\($0.source?.column ?? 0)" } == places)
    #expect(report.first?.message.contains(text) == true)
  }

  @Test func `a cell may be very long, and so may a row`() throws {
    let long = String(repeating: "é\n\"\"x", count: 200_000)
    let keys = (0..<5_000).map { "k\($0)" }.joined(separator: ",")
    let cells = String(repeating: ",", count: 4_999)
    let text = "sku,Remark\nABC,\"\(long)\"\n"
    #expect(try context.loadProducts(text) == [])
    #expect(products("note") == [.string(long.replacingOccurrences(of: "\"\"", with: "\""))])
    #expect(
      try context.loadProducts(
        "sku,\(keys)\nDEF,\(cells)\n", options: LoadOptions(ignoring: .allUnknown)) == [])
  }

  // MARK: Options

  @Test(arguments: [
    ("sku,stock", CSVFormat.Delimiter?.none), ("sku;stock", nil), ("sku\tstock", nil),
    ("sku|stock", nil), ("sku|stock", .pipe),
    ("\"sku\";\"stock\"", nil), ("sku,stock", .comma), ("sku;stock", .semicolon),
    ("sku\tstock", .tab), ("sku;stock;\"Re,mark\"", nil),
  ])
  func `the delimiter is found, or given`(
    header: String, delimiter: CSVFormat.Delimiter?
  ) throws {
    let found = delimiter?.rawValue ?? ["\t", ";", ",", "|"].first(where: header.contains) ?? ""
    let row = (["ABC", "7"] + (header.contains("Re") ? ["x"] : [])).joined(separator: found)
    let options = LoadOptions(ignoring: .allUnknown)
    #expect(
      try context.loadProducts(
        "\(header)\n\(row)\n", CSVFormat(delimiter: delimiter), options: options) == [])
    #expect(products("stock") == [7])
  }

  @Test(arguments: [
    (CSVFormat.EmptyCells.absent, AttributeValue?.none, AttributeValue?.some(1)),
    (.null, .none, .none), (.text, "", 1),
  ])
  func `empty cells are absent, null or texts`(
    emptyCells: CSVFormat.EmptyCells, note: AttributeValue?, stock: AttributeValue?
  ) throws {
    let options = LoadOptions(validates: false)
    #expect(
      try context.loadProducts(
        "sku,Remark,stock,price\nABC,,,\nDEF,\"\",\"\",\n", CSVFormat(emptyCells: emptyCells),
        options: options) == [])
    // In quotation marks, an empty cell is an empty text.
    #expect(products("note") == [note, ""] && products("stock") == [stock, stock])
    #expect(products("price") == [.none, .none])
  }

  @Test func `lists have the separator that is given`() throws {
    #expect(
      try context.loadProducts("sku,sizes,labels\nABC,1 2,2 1\n", CSVFormat(listSeparator: " "))
        == [])
    #expect(products("sizes") == [.list([1, 2])])
    #expect(context.objects(of: "Product")[0].many("labels").map { $0["number"] } == [2, 1])
  }

  @Test func `keys follow from a strategy, and may be ignored`() throws {
    let options = LoadOptions(keys: .capitalized, ignoring: .keys(["Product": ["Old", "Seen"]]))
    #expect(
      try context.loadProducts("Sku,IsSold,Remark,Old,Seen\nABC,true,x,1,1\n", options: options)
        == [])
    #expect(products("isSold") == [true] && products("note") == ["x"])
  }

  @Test func `unknown columns are warnings in lenient mode`() throws {
    #expect(
      try context.loadProducts("sku,colour\nABC,1\n", options: LoadOptions(.lenient))
        == ["1:5: warning: Product.colour is not a property of Product. [key.unknown]"])
    #expect(products("sku") == ["ABC"])
  }

  // MARK: What loads do

  @Test func `rows that are valid are kept beside others`() throws {
    let text =
      "sku,price,maker\nABC,1,Ann\nDEF,x,Ann\nGHI,1\nabc,1,Ann\n\"JKL\"x,1,Ann\nMNO,2,Bob\n"
    let source = LoadSource.text(text, as: "Product", layout: .csv())
    let result = try context.load(source, options: LoadOptions(onFailure: .keepValid))
    #expect(products("sku") == ["ABC", "DEF", "MNO"])
    #expect(products("price") == [.decimal(1), .none, .decimal(2)])
    #expect(result.leftOut == ["Product": 1] && result.report.errors.count == 5)
    #expect(context.objects(of: "Product").map { $0.maker?.name } == ["Ann", "Ann", nil])
  }

  @Test(arguments: ["sku,sku\nABC,DEF\n", "sku\nABC\n\"DEF\n", "sku,price;stock\nABC,1;2\n"])
  func `a table whose rows are not known keeps nothing`(text: String) throws {
    let source = LoadSource.text(text, as: "Product", layout: .csv())
    #expect(throws: ValidationReport.self) {
      try context.load(source, options: LoadOptions(onFailure: .keepValid))
    }
    #expect(products("sku") == [])
  }

  @Test func `rows update the objects that they identify`() throws {
    #expect(
      try context.loadProducts("sku,stock,price,maker,labels\nABC,5,1,Ann,1|2\nDEF,6,2,Ann,1\n")
        == [])
    func update(_ text: String, _ format: CSVFormat = CSVFormat()) throws {
      let result = try context.load(
        .text(text, as: "Product", layout: .csv(format)), options: LoadOptions(onDuplicate: .update)
      )
      #expect(result.count == 0 && result.updatedObjects.count == 1)
    }
    try update("sku,stock,price,maker,labels\nABC,,3,,\n")
    #expect(products("stock") == [5, 6] && products("price") == [.decimal(3), .decimal(2)])
    try update("sku,price,maker,labels\nDEF,,,\n", CSVFormat(emptyCells: .null))
    #expect(products("stock") == [5, 6] && products("price") == [.decimal(3), .none])
    #expect(context.objects(of: "Product").map { $0.many("labels").count } == [2, 0])
    #expect(context.objects(of: "Product").map { $0.maker?.name } == ["Ann", nil])
  }

  @Test func `a file of a table is named after its entity`() throws {
    try withFolder { folder in
      func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        return "\(folder)/\(name)"
      }
      let product = try write("sku\tmaker\nABC\tEva\n", "products.TSV")
      let maker = try write("name\nEva\n", "Maker.csv")
      #expect(try context.load(.file(product), .file(maker)).counts == ["Product": 1, "Maker": 1])
      let other = try write("sku;price\nDEF;1\n", "Prodct.csv")
      #expect(try context.load(.file(other, as: "Product")).counts == ["Product": 1])
      let error = #expect(throws: ManagedObjectError.self) { try context.load(.file(other)) }
      #expect("\(error, default: "")".contains("Did you mean \"Product\"?"))
      #expect(throws: ManagedObjectError.self) { try context.load(.text("a", layout: .csv())) }
    }
  }

  @Test func `a table is of the only entity of a model, whatever it is called`() throws {
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") { Attribute("text", String.self) }
    }
    let context = ManagedObjectContext(model: model)
    #expect(try context.load(.text("text\na\n", layout: .csv())).counts == ["Note": 1])
    #expect(throws: ManagedObjectError.self) {
      try context.load(.text("text\na\n", as: "Text", layout: .csv()))
    }
  }
}
