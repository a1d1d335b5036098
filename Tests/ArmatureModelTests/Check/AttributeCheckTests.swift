import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private enum Format: String, AttributeConvertible, CaseIterable { case paperback, hardback }

@Suite struct AttributeCheckTests {
  @Test(arguments: badModels) func `a bad attribute is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "enumeration without cases",
      Expected(
        .enumerationWithoutCases, 0,
        "Book.format must have a type with cases, but Format has none.")
    ) {
      book(
        attribute(
          "format", .enumeration(name: "Format", raw: .string, cases: []),
          default: .constant("a"), .membership(["a"])))
    },
    BadModel(
      "enumeration with a case of another type",
      Expected(
        .invalidCase, 0, "Book.format must have cases that are text, but Format has the integer 2.")
    ) { book(attribute("format", .enumeration(name: "Format", raw: .string, cases: ["a", 2]))) },
    BadModel(
      "enumeration with a case that does not fit",
      Expected(
        .invalidCase, 0,
        "Book.size must have cases that are a whole number of 16 bits, but Size has the integer"
          + " 40000.")
    ) { book(attribute("size", .enumeration(name: "Size", raw: .int16, cases: [1, 40_000]))) },
    BadModel(
      "enumeration with a case twice",
      Expected(
        .duplicateCase, 0,
        #"Book.format must have cases that differ, but Format has "a" twice. Remove one."#)
    ) {
      book(attribute("format", .enumeration(name: "Format", raw: .string, cases: ["a", "b", "a"])))
    },
    BadModel(
      "enumeration of composites",
      Expected(
        .invalidRawType, 0,
        "Book.format must have raw values of a built-in type, but those of Format are a composite.")
    ) { book(attribute("format", .enumeration(name: "Format", raw: .composite([]), cases: nil))) },
    BadModel(
      "composite without elements",
      Expected(
        .compositeWithoutElements, 0, "Book.size must have at least one element, but has none.")
    ) { Entity("Book") { Composite("size") {} } },
    BadModel(
      "transformable kept as a composite without elements",
      Expected(
        .compositeWithoutElements, 0, "Book.area must have at least one element, but has none.")
    ) { book(attribute("area", .transformable(name: "Area", stored: .composite([])))) },
    BadModel(
      "composite with elements that are unique, or have defaults",
      Expected(
        .elementRole, 2,
        "Shop.size.code is an element of a composite and must not be identifying or unique, but is."
          + " Declare it for the composite."),
      Expected(
        .elementDefault, 3,
        "Shop.size.unit is an element of a composite and must not have a default, but has one. "
          + "Give the composite a default, or make the element optional.")
    ) {
      Entity("Shop") {
        Composite("size") {
          Attribute("code", Int?.self).unique()
          Attribute("unit", String.self).default("cm")
        }
      }
    },
    BadModel(
      "optional JSON value with a default",
      Expected(
        .optionalJSONDefault, 0,
        "Shop.extra must not have a default, because null is a JSON value, so data could not say"
          + " that the attribute has none. Make it required, or remove the default.")
    ) { Entity("Shop") { Attribute("extra", JSONValue?.self).default([:]) } },
    BadModel(
      "list of JSON values",
      Expected(
        .invalidListElement, 0,
        "Shop.extras must be a list of simple values, but is one of JSONValue. Declare a JSONValue,"
          + " which can be an array.")
    ) { Entity("Shop") { Attribute("extras", [JSONValue].self) } },
    BadModel(
      "composite with mistakes in its elements",
      Expected(
        .duplicateElement, 1,
        #"Shop.address must have elements of different names, but has two called "city"."#
          + " Rename one, or remove it."),
      Expected(
        .invalidName, 2,
        "An element of Shop.address must have a name with at least one character, but has an empty one."
      ),
      Expected(
        .elementRole, 4,
        "Shop.address.code is an element of a composite and must not be transient or identifying or"
          + " unique, but is. Declare it for the composite."),
      Expected(
        .reversedLength, 6,
        "Shop.address.geo.name must have a minimum length up to its maximum of 1, but has 5."
          + " Swap them.")
    ) {
      Entity("Shop") {
        Composite("address") {
          Attribute("", String.self)
          Attribute("city", String.self)
          Attribute("code", Int.self).transient().identifying()
          Composite("geo") {
            Attribute("name", String.self) { ValidationRule(.length(minimum: 5, maximum: 1)) }
          }
          Attribute("city", String?.self)
        }
      }
    },
    BadModel(
      "stored externally, and no data",
      Expected(
        .unsupportedExternalStorage, 1,
        "Book.title is stored externally and must be data, but is text. Remove storedExternally()."),
      Expected(
        .unsupportedExternalStorage, 2,
        "Book.pages is stored externally and must be data, but is a list of Data."
          + " Remove storedExternally()."),
      Expected(
        .unsupportedExternalStorage, 3,
        "Book.draft is stored externally and must be stored, but is transient."
          + " Remove storedExternally()."),
      Expected(
        .unsupportedExternalStorage, 5,
        "Book.cover.front is stored externally and must be an attribute of its own, but is an element"
          + " of a composite. Move it to the entity, or remove storedExternally().")
    ) {
      Entity("Book") {
        Attribute("title", String.self).storedExternally()
        Attribute("pages", [Data].self).storedExternally()
        Attribute("draft", Data?.self).transient().storedExternally()
        Composite("cover") {
          Attribute("front", Data.self).storedExternally()
        }
      }
    },
    BadModel(
      "derived and transient, with a default",
      Expected(
        .derivedTransient, 2,
        "Book.size is derived, which stores keep, and transient, which they do not."
          + " Remove one of the two."),
      Expected(
        .derivedDefault, 2,
        "Book.size is derived and must have no default, but has one. Remove it.")
    ) {
      Entity("Book") {
        Attribute("pages", Int.self)
        Attribute("size", Int.self).derived(from: .keyPath(["pages"])).transient().default(3)
      }
    },
    BadModel(
      "derived from something unknown",
      Expected(
        .unknownPath, 2,
        #"Book.size, derivation: the condition reads pgaes, but Book has no property "pgaes"."#
          + #" Did you mean "pages"?"#)
    ) {
      Entity("Book") {
        Attribute("pages", Int.self)
        Attribute("size", Int.self).derived(from: .keyPath(["pgaes"]))
      }
    },
    BadModel(
      "derived from another type",
      Expected(
        .derivationType, 1, "Book.size must be derived from a whole number, but title is text.")
    ) {
      Entity("Book") {
        Attribute("size", Int.self).derived(from: .keyPath(["title"]))
        Attribute("title", String.self)
      }
    },
    BadModel(
      "derived from itself",
      Expected(
        .derivationCycle, 2, "Book.b must not be derived from itself, but is: b → a → c → b."),
      Expected(.derivationCycle, 5, "Book.e must not be derived from itself, but is: e → e.")
    ) {
      Entity("Book") {
        Attribute("x", Int.self).derived(from: .keyPath(["b"]))
        Attribute("b", Int.self).derived(from: .keyPath(["a"]))
        Attribute("a", Int.self).derived(from: .arithmetic(.keyPath(["d"]), .add, .keyPath(["c"])))
        Attribute("c", Int.self).derived(from: .keyPath(["b"]))
        Attribute("e", Int.self).derived(from: .keyPath(["e"]))
        Attribute("d", Int.self)
      }
    },
    BadModel(
      "attributes that cannot identify",
      Expected(
        .invalidIdentity, 1, "Book.a identifies objects and must be required, but is optional."),
      Expected(
        .invalidIdentity, 2, "Book.b identifies objects and must be stored, but is transient."),
      Expected(
        .invalidIdentity, 3,
        "Book.c identifies objects and must be given by the data, but is derived."),
      Expected(
        .invalidIdentity, 4,
        "Book.d identifies objects and must be one simple value, but is data."),
      Expected(
        .unsupportedProperty, 2,
        #"Book must name stored values that can be compared in Unique(…), but "b" is transient."#),
      Expected(
        .unsupportedProperty, 4,
        #"Book must name stored values that can be compared in Unique(…), but "d" is data."#)
    ) {
      Entity("Book") {
        Attribute("a", String?.self).identifying()
        Attribute("b", String.self).identifying().transient()
        Attribute("c", String.self).identifying().derived(from: .keyPath(["a"]))
        Attribute("d", Data.self).identifying()
      }
    },
    BadModel(
      "attributes of data that identify and are not unique",
      Expected(
        .identityWithoutUniqueness, 0,
        "Book.isbn identifies objects and must be unique by itself, but Book has no uniqueness constraint of it"
          + " alone. Add one, as identifying() does.")
    ) {
      EntityDescription(
        "Book",
        properties: [
          .attribute(AttributeDescription("isbn", .string, isIdentifying: true)),
          .attribute(AttributeDescription("code", .int64, isIdentifying: true)),
          .attribute(AttributeDescription("title", .string)),
        ],
        uniquenessConstraints: [
          UniquenessConstraint(["isbn", "title"]), UniquenessConstraint(["code"]),
        ])
      // A constraint of a sub-entity does not apply to all objects.
      EntityDescription(
        "Novel", parent: "Book", uniquenessConstraints: [UniquenessConstraint(["isbn"])])
    },
  ]

  @Test func `an enumeration with sound cases builds`() throws {
    let model = try ManagedObjectModel("Books") {
      Entity("Book") {
        Attribute("format", Format.self).default(.paperback).oneOf([.paperback])
        Attribute("other", Format?.self)
      }
    }
    #expect(model.warnings == [])
  }
}
