import Armature
import ArmatureModel
import Foundation

/// A file with many rows, and the model to migrate it to: a name, a type and a link change, and tables are rebuilt.
enum MovedLedger {
  static func model(isNew: Bool) throws -> ManagedObjectModel {
    try ManagedObjectModel("Files") {
      Entity("Sheet") {
        Attribute("number", Int.self)
        if isNew {
          Attribute("title", String.self).renamed(from: "text")
          Attribute("size", String.self)
          Attribute("colour", String.self).default("white")
        } else {
          Attribute("text", String.self)
          Attribute("size", Int.self)
        }
        Relationship("binder", to: "Binder", isNew ? .toMany : .toOne, inverse: "sheets")
      }
      Entity("Binder") {
        Attribute("name", String.self)
        Relationship("sheets", to: "Sheet", .toMany, inverse: "binder")
      }
    }
  }

  /// Creates a file of the old model with a number of rows.
  static func make(_ kind: StoreKind, _ path: String, rows: Int) throws {
    let container = try PersistentContainer(model: model(isNew: false), store: kind.store(path))
    let context = container.makeContext()
    var binders: [ManagedObject] = []
    for number in 0..<10 {
      let binder = try context.insert("Binder")
      binder.name = "Ordner \(number)"
      binders.append(binder)
    }
    for number in 0..<rows {
      let sheet = try context.insert("Sheet")
      sheet.number = number
      sheet.text = text(number)
      sheet.size = number * 3
      sheet.binder = binders[number % 10]
    }
    try context.save()
  }

  /// Migrates a file to the new model.
  static func migrate(
    _ kind: StoreKind, _ path: String, _ migration: StoreMigration = .automatic
  ) throws {
    _ = try PersistentContainer(
      model: model(isNew: true), store: kind.store(path), migration: migration)
  }

  /// Reopens a file and returns whether it has the new model.
  ///
  /// - Throws: ``Failure`` if not all rows match either model.
  static func isMigrated(_ kind: StoreKind, _ path: String, rows: Int) throws -> Bool {
    do {
      try expect(rows, isNew: false, in: open(kind, path, isNew: false))
      return false
    } catch PersistentStoreError.modelDiffers {
      try expect(rows, isNew: true, in: open(kind, path, isNew: true))
      return true
    }
  }

  private static func open(
    _ kind: StoreKind, _ path: String, isNew: Bool
  ) throws -> ManagedObjectContext {
    try PersistentContainer(model: model(isNew: isNew), store: kind.store(path), migration: .refuse)
      .makeContext()
  }

  private static func text(_ number: Int) -> String {
    "ß\(number)…" + String(repeating: "x", count: number % 90)
  }

  /// Checks the number of rows and one in a hundred of them.
  private static func expect(
    _ rows: Int, isNew: Bool, in context: ManagedObjectContext
  ) throws {
    func check(_ holds: Bool, _ what: String) throws {
      if !holds { throw Failure("\(what) \(isNew ? "after" : "without") the migration") }
    }
    try check(try context.count("Sheet") == rows, "rows are missing")
    try check(try context.count("Binder") == 10, "binders are missing")
    let numbers = stride(from: 0, to: rows, by: 100).map(\.self)
    let sheets = try context.fetch("Sheet", orderedBy: [.ascending("number")]) {
      numbers.contains($0.number)
    }
    try check(sheets.count == numbers.count, "sheets are missing")
    for (number, sheet) in zip(numbers, sheets) {
      let binders =
        isNew
        ? sheet.binder ?? [ManagedObject]()
        : [sheet.binder as ManagedObject?].compactMap(\.self)
      let isRight =
        isNew
        ? sheet.title == text(number) && sheet.size == "\(number * 3)" && sheet.colour == "white"
        : sheet.text == text(number) && sheet.size == number * 3
      try check(isRight, "sheet \(number) has other values")
      try check(
        binders.map { $0.name ?? "" } == ["Ordner \(number % 10)"],
        "sheet \(number) has other links")
    }
  }
}
