import Armature
import Testing

@testable import ArmatureCommands

/// Sample data of a model as JSON.
@Suite struct SampleTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    let shop = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("price", Decimal.self).range(0...1000)
        Relationship("orders", to: "Order", .toMany, inverse: "products")
      }
      Entity("Order") {
        Attribute("number", Int.self).range(1...).identifying()
        Attribute("placed", Date?.self)
        Relationship("products", to: "Product", .toMany, inverse: "orders").required()
      }
      Entity("Return", parent: "Order") {
        Attribute("reason", String.self).length(3...)
      }
    }
    model = try folder.write(shop, to: "model.json")
  }

  @Test func `the data is valid, in so many objects of each entity`() throws {
    let sample = Outcome.of(["sample", model, "--count", "7"])
    #expect(sample.status == 0 && sample.talk == "", "\(sample)")
    let data = try folder.write(sample.result, to: "data.json")
    let outcome = Outcome.of(["validate", model, data])
    #expect(outcome.status == 0 && outcome.result.hasPrefix("Product: 7\nOrder: 7\nReturn: 7\n"))
  }

  @Test func `the same seed makes the same data`() {
    let samples = [[], ["--seed", "0"], ["--seed", "1"]].map { Outcome.of(["sample", model] + $0) }
    #expect(samples[0] == samples[1])
    #expect(samples[0] != samples[2])
  }

  @Test(arguments: ["json", "csv"])
  func `a folder gets a file for each entity, which validate reads`(format: String) throws {
    let place = folder.path.appendingPath("data \(format)")
    let options = ["--format", format, "--into", place, "--count", "4"]
    let dry = Outcome.of(["sample", model, "--dry-run"] + options)
    #expect(FileStatus(place) == nil)
    let sample = Outcome.of(["sample", model] + options)
    #expect(sample == dry)
    let files = ["Product", "Order"].map { place.appendingPath("\($0).\(format)") + "\n" }
    #expect(sample == Outcome(status: 0, result: files.joined(), talk: ""))
    #expect(try Files.names(in: place).count == 2)
    let outcome = Outcome.of(["validate", model, place])
    #expect(outcome.status == 0 && outcome.result.hasPrefix("Product: 4\nOrder: 4\nReturn: 4\n"))
  }

  @Test func `tables have values only that they can hold`() throws {
    let shop = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("name", String.self).identifying()
        Attribute("remark", String.self)
        Attribute("note", String?.self).default("none")
        Attribute("tags", [String].self)
        Attribute("code", Data.self)
        Attribute("place", Int.self).range(1...200).identifying()
        Composite("box") {
          Attribute("width", Int?.self)
          Attribute("label", String?.self)
        }
        Relationship("parts", to: "Part", .toMany, inverse: "products").required()
      }
      Entity("Part") {
        Attribute("name", String.self).identifying()
        Relationship("products", to: "Product", .toMany, inverse: "parts")
      }
    }
    let model = try folder.write(shop, to: "shop.json")
    for seed in 1...20 {
      let place = folder.path.appendingPath("data \(seed)")
      let sample = Outcome.of(
        ["sample", model, "--format", "csv", "--into", place, "--seed", "\(seed)", "--count", "30"])
      #expect(sample.status == 0, "seed \(seed): \(sample)")
      let outcome = Outcome.of(["validate", model, place])
      #expect(outcome.status == 0, "seed \(seed): \(outcome)")
    }
  }

  @Test func `what no table can hold is refused before anything is written`() throws {
    let shop = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("tags", [String].self).oneOf([["Ł"]])
        Attribute("name", String.self).identifying()
      }
      Entity("Part") {
        Attribute("name", String.self).identifying()
        Relationship("product", to: "Product").required()
      }
    }
    let model = try folder.write(shop, to: "shop.json")
    let place = folder.path.appendingPath("data")
    let tags = Outcome.of(
      ["sample", model, "--format", "csv", "--into", place, "--encoding", "latin-1"])
    #expect(tags.status == 65 && tags.result == "" && FileStatus(place) == nil, "\(tags)")
    #expect(tags.talk.contains("Product.tags must have only characters of latin-1 in CSV"))
    let parts = Outcome.of(["sample", model, "--format", "csv", "--entity", "Part"])
    #expect(parts.status == 65 && parts.result == "", "\(parts)")
    #expect(
      parts.talk.hasPrefix(
        "error: The data must be valid when it is read back, but is not. Use --into to write "
          + "the objects of other entities, too, to a file for each.\n"))
    #expect(Outcome.of(["sample", model, "--entity", "Part"]).status == 0)
  }

  @Test func `an entity brings those that it requires`() throws {
    let sample = Outcome.of(["sample", model, "--entity", "Return", "--count", "1"])
    let data = try folder.write(sample.result, to: "data.json")
    let outcome = Outcome.of(["validate", model, data])
    #expect(outcome.result.hasSuffix("Order: 0\nReturn: 1\n"), "\(outcome)")
  }

  @Test func `one table is printed`() {
    let sample = Outcome.of(
      ["sample", model, "--entity", "Product", "--format", "csv", "--count", "2"])
    let lines = sample.result.split(separator: "\r\n")
    #expect(lines.first?.hasPrefix("sku,price") == true && lines.count == 3, "\(sample)")
  }

  @Test(arguments: [
    (
      ["--format", "csv"], 64,
      "CSV needs a table for each entity: choose one with --entity, or use --into."
    ),
    (["--entity", "Produkt"], 64, "Did you mean \"Product\"?"),
    (["--count", "-1"], 64, "--count must be a whole number of at least 0, but is \"-1\"."),
    (["--into", "/dev/null/x"], 74, "/dev/null/x must be made, but"),
    (["--into", ""], 74, "error: \"\" must be made, but"),
  ])
  func `what cannot be done is told`(options: [String], status: Int32, sentence: String) {
    let outcome = Outcome.of(["sample", model] + options)
    #expect(outcome.status == status && outcome.result == "", "\(outcome)")
    #expect(outcome.talk.contains(sentence), "\(outcome)")
  }

  @Test func `rules that nobody can keep are told`() throws {
    let contradiction = try ManagedObjectModel("M") {
      Entity("A") {
        Attribute("n", Int.self).range(1...2)
        Rule("n is large") { $0.n > 5 }
      }
    }
    let model = try folder.write(contradiction, to: "m.json")
    let outcome = Outcome.of(["sample", model])
    #expect(outcome.status == 65 && outcome.result == "", "\(outcome)")
    #expect(outcome.talk.hasPrefix("error: No valid A was found in 1000 tries."), "\(outcome)")
  }

  @Test func `files that are there are replaced only if somebody says so`() throws {
    let place = folder.path.appendingPath("data")
    let other = try folder.write("kept", to: "data/Order.json")
    let refused = Outcome.of(["sample", model, "--into", place])
    #expect(refused.status == 64 && refused.result == "", "\(refused)")
    #expect(refused.talk.contains("already exists."))
    #expect(try Files.read(other) == Array("kept".utf8))
    #expect(try Files.names(in: place) == ["Order.json"])
    #expect(Outcome.of(["sample", model, "--into", place, "--replace"]).status == 0)
    #expect(try Files.names(in: place) == ["Order.json", "Product.json"])
    #expect(try Files.read(other) != Array("kept".utf8))
  }

  @Test func `a folder in the place of a file leaves no half of it`() throws {
    let place = folder.path.appendingPath("data")
    try folder.write("", to: "data/Product.json/x")
    let outcome = Outcome.of(["sample", model, "--into", place, "--replace"])
    #expect(outcome.status == 74 && outcome.talk.contains("Product.json must be written"))
    #expect(try Files.names(in: place) == ["Product.json"])
  }

  @Test func `a file in the place of the folder is an error of writing`() throws {
    let outcome = Outcome.of(["sample", model, "--into", model])
    #expect(outcome.status == 74 && outcome.talk.contains("must be made, but the system says"))
  }
}
