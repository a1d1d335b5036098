#!/usr/bin/env -S armature run
import Armature
import ArmatureSQLite

/// The third version: pages are required, and a place replaces the shelf. The models alone do not define the
/// migration.
let model = try ManagedObjectModel("Library") {
  Entity("Book") {
    Attribute("isbn", String.self).identifying()
    Attribute("name", String.self).renamed(from: "title")
    Attribute("pages", Int.self).range(1...)
    Attribute("place", String.self)
    Attribute("language", String.self).default("en")
    Relationship("reader", to: "Reader", inverse: "books")
  }
  Entity("Reader") {
    Attribute("card", Int.self).identifying()
    Relationship("books", to: "Book", .toMany, inverse: "reader")
  }
}

// `armature run Samples/Migration/version3.swift library.sqlite` defines it, for files of both versions.
for path in CommandLine.arguments.dropFirst() {
  let container = try PersistentContainer(
    model: model, store: SQLiteStore(path),
    migration: .custom([
      .set("Book.pages", from: ["pages"]) { old in old["pages"] ?? .int(1) },
      .set("Book.place", from: ["shelf"]) { old in
        guard case .string(let shelf)? = old["shelf"] else { return .string("unknown") }
        return .string("Room 1, shelf \(shelf)")
      },
      .drop("Book.shelf"),
    ]))
  let context = container.makeContext()
  for book in try context.fetch("Book", orderedBy: [.ascending("name")]) {
    print(book["name"] ?? "", book["pages"] ?? 0, book["place"] ?? "")
  }
}
