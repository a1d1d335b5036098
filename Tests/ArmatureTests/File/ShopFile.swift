import Foundation
import TestSupport
import Testing

@testable import Armature

/// A shop in a file, in its own folder.
final class ShopFile {
  private let files: TemporaryFolder
  let model: ManagedObjectModel
  var folder: URL { URL(filePath: files.path) }
  var path: String { files.file("shop.json") }

  init(_ model: ManagedObjectModel? = nil) throws {
    self.model = try model ?? Self.model()
    files = try TemporaryFolder()
  }

  /// Returns a model of makers with identities, goods with and without, and parts nested in others.
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self).identifying()
        Relationship("goods", to: "Good", .toMany, inverse: "maker")
      }
      Entity("Good") {
        Attribute("title", String.self).length(1...100)
        Attribute("sku", String?.self).unique()
        Attribute("stock", Int?.self).default(1)
        Attribute("weight", Double?.self)
        Attribute("made", Date?.self)
        Attribute("price", Decimal?.self)
        Relationship("maker", to: "Maker", inverse: "goods")
        Relationship("tags", to: "Tag", .toMany, inverse: "goods")
        Relationship("parts", to: "Part", .ordered, inverse: "good", onDelete: .cascade)
      }
      Entity("Book", parent: "Good") { Attribute("pages", Int?.self) }
      Entity("Part") {
        Attribute("name", String.self)
        Relationship("good", to: "Good", inverse: "parts")
      }
      Entity("Tag") {
        Attribute("word", String.self)
        Relationship("goods", to: "Good", .toMany, inverse: "tags")
      }
    }
  }

  /// Opens a store on the file.
  func open() throws -> (store: JSONFileStore, context: ManagedObjectContext) {
    let store = JSONFileStore(path)
    return (store, try PersistentContainer(model: model, store: store).makeContext())
  }

  /// Saves some objects of every entity.
  func fill() throws {
    let context = try open().context
    func insert(_ entity: String, _ values: [String: any PropertyConvertible]) throws
      -> ManagedObject
    {
      let object = try context.insert(entity)
      try object.setValuesForKeys(values)
      return object
    }
    let maker = try insert("Maker", ["name": "Äther & Söhne"])
    let lamp = try insert(
      "Good",
      [
        "title": "Lamp", "sku": "L-1", "weight": 1.25, "made": Date(timeIntervalSince1970: 0),
        "price": try #require(Decimal(string: "19.90")),
      ])
    lamp.maker = maker
    for name in ["bulb", "foot"] {
      try insert("Part", ["name": name]).setValue(lamp, forKey: "good")
    }
    let book = try insert("Book", ["title": "Light\n\"&\" \u{0}dark", "pages": 12])
    book.stock = nil
    lamp.tags = try ["new", "used"].map { try insert("Tag", ["word": $0]) }
    try context.save()
  }

  /// The contents of the file.
  var text: String {
    get throws { String(decoding: try bytes, as: UTF8.self) }
  }

  var bytes: Data {
    get throws { try Data(contentsOf: URL(filePath: path)) }
  }

  func write(_ text: String) throws { try write(Data(text.utf8)) }

  func write(_ data: Data) throws { try data.write(to: URL(filePath: path)) }

  /// Converts the file to the first format, which records only the model's fingerprint.
  func forgetModel() throws {
    try write(
      text.replacing("\"format\":2,", with: "")
        .replacing(",\"schema\":\(StoredModel(model).text)", with: ""))
  }

  /// The names of all files in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// Returns all rows of a store, with their lists.
  static func rows(_ store: some PersistentStore, _ model: ManagedObjectModel) throws -> [String] {
    try model.entities.filter { !$0.isAbstract }.flatMap { entity -> [String] in
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      return try store.rows(request, of: model).map { row in
        let lists = try entity.relationships.filter(\.isToMany).map { relationship in
          let ids = try store.reader().links(for: [row.id.key], along: relationship, of: entity)[0]
          return relationship.arity == .ordered ? ids : ids.sorted { $0.key < $1.key }
        }
        return "\(row.id) \(row.values) \(lists)"
      }
    }
  }

  /// Returns the rows of a new store on the file.
  func rows() throws -> [String] { try Self.rows(open().store, model) }
}
