#!/usr/bin/env -S armature run
import Armature

/// The books of a small library, in the first version.
let model = try ManagedObjectModel("Library") {
  Entity("Book") {
    Attribute("isbn", String.self).identifying()
    Attribute("title", String.self)
    Attribute("pages", Int?.self)
    Attribute("shelf", String?.self)
  }
}
