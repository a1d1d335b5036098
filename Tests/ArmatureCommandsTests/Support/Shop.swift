import Armature

@testable import ArmatureCommands

/// A folder with a model of a shop and its data, and methods that run commands on stores in it.
final class Shop {
  let folder: Folder
  let model: String

  static let data = """
    {"Maker": [{"name": "Wedgwood"}, {"name": "名古屋"}],
     "Product": [
      {"sku": "CUP-0001", "price": 4.5, "pieces": 12, "maker": "Wedgwood"},
      {"sku": "CUP-0002", "price": 12, "pieces": 1, "maker": "名古屋"},
      {"sku": "JUG-0001", "pieces": 0, "maker": "Wedgwood", "tags": ["blue", "old, rare"]},
      {"@entity": "Set", "sku": "SET-0001", "price": 40, "pieces": 2, "parts": 6}]}
    """

  /// The file names of all kinds of stores.
  static let stores = ["shop.sqlite", "shop.json"]

  init() throws {
    folder = try Folder()
    model = try folder.write(Self.model(), to: "shop.model.json")
    try folder.write(Self.data, to: "data.json")
  }

  /// Returns the model or its next version: with an added attribute, a renamed one, or without some attributes.
  static func model(
    adding attribute: String? = nil, without removed: [String] = [], renaming: Bool = false
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self).identifying()
        Relationship("products", to: "Product", .toMany, inverse: "maker")
      }
      Entity("Product") {
        if renaming {
          Attribute("code", String.self).renamed(from: "sku").identifying()
        } else {
          Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        }
        Attribute("price", Decimal?.self).range(0...)
        if !removed.contains("pieces") { Attribute("pieces", Int.self).default(1).range(0...) }
        if !removed.contains("tags") { Attribute("tags", [String]?.self) }
        if let attribute { Attribute(attribute, String?.self) }
        Relationship("maker", to: "Maker", inverse: "products")
      }
      Entity("Set", parent: "Product") { Attribute("parts", Int?.self) }
    }
  }

  func path(_ name: String) -> String { folder.path.appendingPath(name) }

  /// Runs a command with a model and a store; names refer to files in the folder.
  func call(_ verb: String..., store: String, model: String? = nil, _ rest: [String] = [])
    -> Outcome
  {
    let outcome = Outcome.of(verb + [model ?? self.model, path(store)] + rest)
    func short(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
    return Outcome(
      status: outcome.status, result: short(outcome.result), talk: short(outcome.talk))
  }

  /// Creates a store with the data.
  func fill(_ store: String) -> Outcome { call("load", store: store, [path("data.json")]) }

  /// Queries with the model kept in the store.
  func query(_ store: String, _ arguments: String...) -> Outcome {
    call("query", store: store, model: "-", arguments)
  }
}
