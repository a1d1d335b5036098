#!/usr/bin/env -S armature run
import Armature

/// The books of a small library, as they were declared at first.
let model = try ManagedObjectModel("Library") {
  Entity("Book") {
    Attribute("isbn", String.self).identifying()
    Attribute("title", String.self)
    Attribute("pages", Int?.self)
    Attribute("shelf", String?.self)
  }
}
