#!/usr/bin/env -S armature run
import Armature

/// The second version, a year later: a better name, a new attribute, and readers. The migration loses no data.
let model = try ManagedObjectModel("Library") {
  Entity("Book") {
    Attribute("isbn", String.self).identifying()
    Attribute("name", String.self).renamed(from: "title")
    Attribute("pages", Int?.self)
    Attribute("shelf", String?.self)
    Attribute("language", String.self).default("en")
    Relationship("reader", to: "Reader", inverse: "books")
  }
  Entity("Reader") {
    Attribute("card", Int.self).identifying()
    Relationship("books", to: "Book", .toMany, inverse: "reader")
  }
}
