import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ModelStepTests {
  @Test(arguments: attributeSteps + relationshipSteps + entitySteps)
  func `a step is described change by change`(step: ModelStep) throws {
    let (old, new) = try step.models()
    let difference = new.difference(from: old)
    #expect(difference.changes.map(\.description) == step.lines)
    #expect(difference.description == step.lines.joined(separator: "\n"))
  }

  @Test(arguments: attributeSteps + relationshipSteps + entitySteps)
  func `fingerprints are equal if stores have nothing to migrate`(step: ModelStep) throws {
    let (old, new) = try step.models()
    let isSame = new.difference(from: old).compatibility == .none
    #expect((old.fingerprint == new.fingerprint) == isSame)
  }

  @Test func `values of an enumeration must be cases, which fingerprints do not tell`() throws {
    let step = ModelStep(
      "fewer values",
      "Book.a: the type changed from String to Format (may lose)."
        + " Each value is checked; a value without an equal in Format is an obstacle.",
      #"Book.b: the cases changed, added: "c", removed: "a" (may lose)."#
        + " Each value is checked; a value that is no longer a case is an obstacle."
    ) {
      Attribute("a", String.self)
      enumeration("b", ["a", "b"])
    } new: {
      enumeration("a", ["a", "b"])
      enumeration("b", ["b", "c"])
    }
    let (old, new) = try step.models()
    #expect(new.difference(from: old).changes.map(\.description) == step.lines)
    #expect(old.fingerprint == new.fingerprint && ModelMark(old) != ModelMark(new))
    for model in [old, new] { #expect(ModelMark("\(ModelMark(model))") == ModelMark(model)) }
  }

  static let attributeSteps: [ModelStep] = [
    ModelStep(
      "attributes added",
      "Book.a: added, optional (lightweight). Old objects have no value for it.",
      "Book.b: added, with a default (lightweight). Old objects get the default.",
      "Book.c: added, with a default (lightweight). Old objects get the default.",
      "Book.d: added, derived (lightweight). Its values are computed.",
      "Book.e: added, transient (lightweight). It is not stored.",
      "Book.f: added, required and without a default (needs a mapping)."
        + " Old objects have no value for it."
    ) {
      Attribute("title", String.self)
    } new: {
      Attribute("title", String.self)
      Attribute("a", String?.self)
      Attribute("b", Int.self).default(1)
      Attribute("c", Date.self).default(.now)
      Attribute("d", String.self).derived(from: .keyPath(["title"]))
      Attribute("e", String.self).transient()
      Attribute("f", String.self)
    },
    ModelStep("attribute removed", "Book.a: removed (may lose). Its values are dropped.") {
      Attribute("a", String.self)
    } new: {
    },
    ModelStep(
      "attribute renamed, with its key in JSON",
      "Book.b: renamed from a (lightweight). Its values are kept under the new name."
    ) {
      Attribute("a", String.self)
    } new: {
      Attribute("b", String.self).renamed(from: "a").key("a")
    },
    ModelStep(
      "optionality",
      "Book.a: became optional (lightweight). Old objects stay valid.",
      "Book.b: became required, with a default (lightweight). Objects without a value get the"
        + " default.",
      "Book.b: the default changed (nothing to migrate). Only new objects get it.",
      "Book.c: became required (needs a mapping). Old objects without a value need one."
    ) {
      Attribute("a", String.self)
      Attribute("b", Int?.self)
      Attribute("c", String?.self)
    } new: {
      Attribute("a", String?.self)
      Attribute("b", Int.self).default(0)
      Attribute("c", String.self)
    },
    ModelStep(
      "types",
      "Book.a: the type changed from Int16 to Int32 (lightweight). Every old value fits.",
      "Book.b: the type changed from Int to Int16 (may lose)."
        + " Each value is checked; a value without an equal in Int16 is an obstacle.",
      "Book.c: the type changed from Int to Decimal (lightweight). Every old value fits.",
      "Book.d: the type changed from Int to Double (may lose)."
        + " Each value is checked; a value without an equal in Double is an obstacle.",
      "Book.e: the type changed from String to Date (may lose)."
        + " Each value is checked; a value without an equal in Date is an obstacle.",
      "Book.f: the type changed from Date to Bool (breaking)."
        + " No old value can become a new one. Keep the old attribute, and add another.",
      "Book.g: the type changed from Float to Double (lightweight). Every old value fits."
    ) {
      Attribute("a", Int16.self)
      Attribute("b", Int.self)
      Attribute("c", Int.self)
      Attribute("d", Int.self)
      Attribute("e", String.self)
      Attribute("f", Date.self)
      Attribute("g", Float.self)
    } new: {
      Attribute("a", Int32.self)
      Attribute("b", Int16.self)
      Attribute("c", Decimal.self)
      Attribute("d", Double.self)
      Attribute("e", Date.self)
      Attribute("f", Bool.self)
      Attribute("g", Double.self)
    },
    ModelStep(
      "Swift types that are stored alike",
      "Book.a: the Swift type changed from Format to String (nothing to migrate)."
        + " Values are stored as before.",
      #"Book.b: the cases changed, added: "c" (nothing to migrate). Old values stay cases."#
    ) {
      enumeration("a", ["a", "b"])
      enumeration("b", ["a", "b"])
    } new: {
      Attribute("a", String.self)
      enumeration("b", ["a", "b", "c"])
    },
    ModelStep(
      "storage",
      "Book.a: became transient (may lose). Its stored values are dropped.",
      "Book.b: became stored, required and without a default (needs a mapping)."
        + " Old objects have no value for it.",
      "Book.c: changed, but is transient (lightweight). It is not stored.",
      "Book.d: became derived (may lose). Values that were set are replaced by computed ones.",
      "Book.e: is no longer derived (lightweight). The last computed values stay.",
      "Book.f: the derivation changed (nothing to migrate)."
        + " Values are computed again when objects are saved.",
      "Book.g: became stored externally (lightweight). Its values stay, and move.",
      "Book.h: is no longer stored externally (lightweight). Its values stay, and move."
    ) {
      Attribute("a", String.self)
      Attribute("b", String.self).transient()
      Attribute("c", String.self).transient()
      Attribute("d", String.self)
      Attribute("e", String.self).derived(from: .keyPath(["a"]))
      Attribute("f", String.self).derived(from: .keyPath(["a"]))
      Attribute("g", Data.self)
      Attribute("h", Data.self).storedExternally()
    } new: {
      Attribute("a", String.self).transient()
      Attribute("b", String.self)
      Attribute("c", Int?.self).transient()
      Attribute("d", String.self).derived(from: .keyPath(["a"]))
      Attribute("e", String.self)
      Attribute("f", String.self).derived(from: .keyPath(["b"]))
      Attribute("g", Data.self).storedExternally()
      Attribute("h", Data.self)
    },
    ModelStep(
      "what stores do not know",
      "Book: a is no longer unique (lightweight). Old objects stay valid.",
      "Book.a: the default changed (nothing to migrate). Only new objects get it.",
      "Book.a: the rule length 1...3 became length 1...4 (nothing to migrate)."
        + " Old objects are checked when they are next validated.",
      "Book.a: is no longer identifying (nothing to migrate)."
        + " It matters only when data is loaded.",
      #"Book.a: the JSON key changed from a to x (nothing to migrate)."#
        + " It does not affect stores; files with the old key must be changed.",
      "Book.a: the user info changed (nothing to migrate). It does not affect stores.",
      "Book.b: the version modifier changed from none to 2 (needs a mapping)."
        + " The meaning of the stored values has changed."
    ) {
      Attribute("a", String.self).default("x").length(1...3).identifying()
      Attribute("b", String.self)
    } new: {
      Attribute("a", String.self).length(1...4).key("x").userInfo(["help": "yes"])
      Attribute("b", String.self).version("2")
    },
    ModelStep(
      "elements of a composite",
      "Book.size.width: became optional (lightweight). Old objects stay valid.",
      "Book.size.depth: renamed from thickness (lightweight)."
        + " Its values are kept under the new name.",
      "Book.size.unit: added, required and without a default (needs a mapping)."
        + " Old objects have no value for it.",
      "Book.size.height: removed (may lose). Its values are dropped."
    ) {
      Composite("size") {
        Attribute("width", Int.self)
        Attribute("height", Int.self)
        Attribute("thickness", Int.self)
      }
    } new: {
      Composite("size") {
        Attribute("width", Int?.self)
        Attribute("depth", Int.self).renamed(from: "thickness")
        Attribute("unit", String.self)
      }
    },
  ]

  static let relationshipSteps: [ModelStep] = [
    ModelStep(
      "relationships added and removed",
      "Book.a: added (lightweight). Old objects have no link.",
      "Book.b: added, required (needs a mapping). Old objects have no object to lead to.",
      "Book.c: added, required (needs a mapping). Old objects have no object to lead to.",
      "Book.z: removed (may lose). Its links are dropped."
    ) {
      Relationship("z", to: "Book")
    } new: {
      Relationship("a", to: "Book")
      Relationship("b", to: "Book").required()
      Relationship("c", to: "Book", .toMany).required()
    },
    ModelStep(
      "numbers of objects",
      "Book.a: was to-one and is to-many (lightweight). The one object stays."
        + " It was many-to-one, and is many-to-many.",
      "Book.b: was to-many and is to-one (may lose). One of several objects must be chosen."
        + " It was many-to-many, and is many-to-one.",
      "Book.c: was to-many and is ordered (lightweight)."
        + " Old objects get the order in which they are found.",
      "Book.d: was ordered and is to-many (may lose). The order is dropped.",
      "Book.e: the counts became tighter (needs a mapping)."
        + " Old objects may lead to too few or too many.",
      "Book.f: the counts became looser (lightweight). Old objects stay valid.",
      "Book.g: became optional (lightweight). Old objects stay valid.",
      "Book.h: became required (needs a mapping). Old objects without a value need one."
    ) {
      Relationship("a", to: "Book")
      Relationship("b", to: "Book", .toMany)
      Relationship("c", to: "Book", .toMany)
      Relationship("d", to: "Book", .ordered)
      Relationship("e", to: "Book", .toMany)
      Relationship("f", to: "Book", .toMany).count(2...5)
      Relationship("g", to: "Book").required()
      Relationship("h", to: "Book")
    } new: {
      Relationship("a", to: "Book", .toMany)
      Relationship("b", to: "Book")
      Relationship("c", to: "Book", .ordered)
      Relationship("d", to: "Book", .toMany)
      Relationship("e", to: "Book", .toMany).count(...5)
      Relationship("f", to: "Book", .toMany).count(1...6)
      Relationship("g", to: "Book")
      Relationship("h", to: "Book").required()
    },
    ModelStep(
      "inverses, delete rules and notes",
      "Book.a: the inverse changed from none to b (may lose)."
        + " Both sides had links of their own, which may contradict each other.",
      "Book.b: the inverse changed from none to a (may lose)."
        + " Both sides had links of their own, which may contradict each other.",
      "Book.c: the inverse changed from d to e (may lose)."
        + " Both sides had links of their own, which may contradict each other.",
      "Book.d: the inverse changed from c to none (lightweight). The links of this side stay.",
      "Book.e: the inverse changed from none to c (may lose)."
        + " Both sides had links of their own, which may contradict each other.",
      "Book.f: the delete rule changed from nullify to deny (nothing to migrate)."
        + " It matters only when an object is deleted.",
      "Book.f: the JSON key changed from f to x (nothing to migrate)."
        + " It does not affect stores; files with the old key must be changed.",
      "Book.g: became transient (may lose). Its stored values are dropped.",
      "Book.h: changed, but is transient (lightweight). It is not stored."
    ) {
      Relationship("a", to: "Book")
      Relationship("b", to: "Book")
      Relationship("c", to: "Book", inverse: "d")
      Relationship("d", to: "Book")
      Relationship("e", to: "Book")
      Relationship("f", to: "Book")
      Relationship("g", to: "Book")
      Relationship("h", to: "Book").transient()
    } new: {
      Relationship("a", to: "Book", inverse: "b")
      Relationship("b", to: "Book")
      Relationship("c", to: "Book", inverse: "e")
      Relationship("d", to: "Book")
      Relationship("e", to: "Book")
      Relationship("f", to: "Book", onDelete: .deny).key("x")
      Relationship("g", to: "Book").transient()
      Relationship("h", to: "Book", .toMany).transient().required()
    },
    ModelStep(
      "a relationship that was an attribute, and the reverse; fetched properties",
      "Book.a: was an attribute and is a relationship (needs a mapping)."
        + " A mapping must say which object each value stands for.",
      "Book.b: was a relationship and is an attribute (needs a mapping)."
        + " A mapping must say which object each value stands for.",
      "Book.c: the fetched property changed (nothing to migrate). It does not affect stores.",
      "Book.d: removed (nothing to migrate). It does not affect stores.",
      "Book.d: added, optional (lightweight). Old objects have no value for it.",
      "Book.e: added (nothing to migrate). It does not affect stores."
    ) {
      Attribute("a", String.self)
      Relationship("b", to: "Book")
      FetchedProperty("c", of: "Book") { $0.a == "x" }
      FetchedProperty("d", of: "Book") { $0.a == "x" }
    } new: {
      Relationship("a", to: "Book")
      Attribute("b", String.self)
      FetchedProperty("c", of: "Book") { $0.b == "x" }
      Attribute("d", String?.self)
      FetchedProperty("e", of: "Book") { $0.b == "x" }
    },
    ModelStep(
      "destinations",
      "Book.a: the destination changed from Poet to Author (lightweight)."
        + " Old links lead to objects of the new destination.",
      "Book.b: the destination changed from Author to Poet (may lose)."
        + " A link to an object other than a Poet does not fit."
    ) {
      Entity("Book") {
        Relationship("a", to: "Poet")
        Relationship("b", to: "Author")
        Relationship("c", to: "Author")
      }
      Entity("Author") {}
      Entity("Poet", parent: "Author") {}
    } to: {
      Entity("Book") {
        Relationship("a", to: "Author")
        Relationship("b", to: "Poet")
        Relationship("c", to: "Author")
      }
      Entity("Author") {}
      Entity("Poet", parent: "Author") {}
    },
    ModelStep(
      "what follows from new names is no change of its own",
      "Work: renamed from Book (lightweight). Its objects are kept under the new name.",
      "Work.heading: renamed from title (lightweight). Its values are kept under the new name.",
      "Writer: renamed from Author (lightweight). Its objects are kept under the new name.",
      "Writer.works: renamed from books (lightweight). Its values are kept under the new name."
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Relationship("author", to: "Author", inverse: "books")
        Unique("title", "author")
        FetchedProperty("others", of: "Author") { $0.name != nil }
      }
      Entity("Author") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany)
      }
    } to: {
      Entity("Work") {
        Attribute("heading", String.self).renamed(from: "title")
        Relationship("author", to: "Writer", inverse: "works")
        Unique("author", "heading")
        FetchedProperty("others", of: "Writer") { $0.name != nil }
      }.renamed(from: "Book")
      Entity("Writer") {
        Attribute("name", String.self)
        Relationship("works", to: "Work", .toMany).renamed(from: "books")
      }.renamed(from: "Author")
    },
  ]
}

/// Returns an attribute with an enumeration that has no Swift type here.
private func enumeration(_ name: String, _ cases: [AttributeValue]) -> EntityBody {
  EntityBody([
    .property(attribute(name, .enumeration(name: "Format", raw: .string, cases: cases)))
  ])
}
