#!/usr/bin/env -S armature run
import Armature

/// A year later: a better name, one more attribute, and readers. Nothing of it loses anything.
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
