import ArmatureModel

extension MigrationCase {
  /// Changes of entities and their hierarchies.
  static let entities: [MigrationCase] = [
    MigrationCase("entities come, and go without objects") {
      Entity("Book") { Attribute("title", String.self) }
      Entity("Shelf") { Attribute("place", Int.self) }
    } rows: {
      #"{"Book": [{"title": "a"}]}"#
    } to: {
      Entity("Reader") { Attribute("name", String.self) }
      Entity("Book") { Attribute("title", String.self) }
    } becomes: {
      #"Book 1 title: "a""#
    },
    MigrationCase("an entity goes that has objects") {
      Entity("Book") { Attribute("title", String.self) }
      Entity("Shelf") { Attribute("place", Int.self) }
    } rows: {
      #"{"Shelf": [{"place": 4}, {"place": 5}]}"#
    } to: {
      Entity("Book") { Attribute("title", String.self) }
    } becomes: {
      "dropped. 2 rows are obstacles: Shelf 1, Shelf 2"
    },
    MigrationCase("two entities get a parent, and their hierarchies are one") {
      Entity("Person") {
        Attribute("name", String.self).identifying()
        Relationship("firm", to: "Firm", inverse: "people")
      }
      Entity("Firm") {
        Attribute("name", String.self).identifying()
        Attribute("size", Int?.self)
        Relationship("people", to: "Person", .toMany, inverse: "firm")
      }
      Entity("Letter") { Relationship("to", to: "Person") }
    } rows: {
      """
      {"Person": [{"name": "a", "firm": "b"}], "Firm": [{"name": "b", "size": 4}], "Letter": [{"to": "a"}]}
      """
    } to: {
      Entity("Party", isAbstract: true) { Attribute("name", String.self).identifying() }
      Entity("Person", parent: "Party") { Relationship("firm", to: "Firm", inverse: "people") }
      Entity("Firm", parent: "Party") {
        Attribute("size", Int?.self)
        Relationship("people", to: "Person", .toMany, inverse: "firm")
      }
      Entity("Letter") { Relationship("to", to: "Party") }
    } becomes: {
      """
      Person 1 firm: [2], name: "a"
      Firm 2 name: "b", people: [1], size: 4
      Letter 3 to: [1]
      """
    },
    MigrationCase("an entity leaves its parent, and takes its values along") {
      Entity("Party") { Attribute("name", String.self) }
      Entity("Firm", parent: "Party") { Attribute("size", Int?.self) }
    } rows: {
      #"{"Party": [{"name": "a"}], "Firm": [{"name": "b", "size": 4}]}"#
    } to: {
      Entity("Party") { Attribute("name", String.self) }
      Entity("Firm") {
        Attribute("size", Int?.self); Attribute("name", String.self)
      }
    } becomes: {
      """
      Party 1 name: "a"
      Firm 2 name: "b", size: 4
      """
    },
    MigrationCase("an entity leaves the parent that objects lead to") {
      Entity("Party") { Attribute("name", String.self).identifying() }
      Entity("Firm", parent: "Party") {}
      Entity("Letter") { Relationship("to", to: "Party") }
    } rows: {
      """
      {"Party": [{"name": "a"}], "Firm": [{"name": "b"}], "Letter": [{"to": "a"}, {"to": "b"}]}
      """
    } to: {
      Entity("Party") { Attribute("name", String.self).identifying() }
      Entity("Firm") { Attribute("name", String.self).identifying() }
      Entity("Letter") { Relationship("to", to: "Party") }
    } becomes: {
      "A link of Letter.to to one of them does not fit. 1 row is an obstacle: Letter 4 (2)"
    },
    MigrationCase("entities of a hierarchy, and one that they lead to, get other names") {
      Entity("Party") { Attribute("name", String.self).identifying() }
      Entity("Firm", parent: "Party") { Attribute("size", Int?.self) }
      Entity("Letter") {
        Attribute("text", String.self)
        Relationship("to", to: "Party")
        Relationship("copies", to: "Party", .toMany)
      }
    } rows: {
      """
      {"Party": [{"name": "a"}], "Firm": [{"name": "b", "size": 4}],
       "Letter": [{"text": "x", "to": "b", "copies": ["a", "b"]}, {"text": "y", "to": "a"}]}
      """
    } to: {
      Entity("Body") { Attribute("name", String.self).identifying() }.renamed(from: "Party")
      Entity("Company", parent: "Body") { Attribute("size", Int?.self) }.renamed(from: "Firm")
      Entity("Letter") {
        Attribute("text", String.self)
        Relationship("to", to: "Body")
        Relationship("copies", to: "Body", .toMany)
      }
    } becomes: {
      """
      Body 1 name: "a"
      Company 2 name: "b", size: 4
      Letter 3 copies: [1, 2], text: "x", to: [2]
      Letter 4 text: "y", to: [1]
      """
    },
    MigrationCase("an attribute moves to the parent, and one to a child") {
      Entity("Party") {
        Attribute("name", String.self); Attribute("size", Int?.self)
      }
      Entity("Firm", parent: "Party") { Attribute("town", String?.self) }
    } rows: {
      #"{"Party": [{"name": "a"}], "Firm": [{"name": "b", "size": 4, "town": "c"}]}"#
    } to: {
      Entity("Party") {
        Attribute("name", String.self); Attribute("town", String?.self)
      }
      Entity("Firm", parent: "Party") { Attribute("size", Int?.self) }
    } becomes: {
      """
      Party 1 name: "a"
      Firm 2 name: "b", size: 4, town: "c"
      """
    },
    MigrationCase("an attribute moves to a child, and another one has a value") {
      Entity("Party") {
        Attribute("name", String.self); Attribute("size", Int?.self)
      }
      Entity("Firm", parent: "Party") {}
    } rows: {
      #"{"Party": [{"name": "a", "size": 3}], "Firm": [{"name": "b", "size": 4}]}"#
    } to: {
      Entity("Party") { Attribute("name", String.self) }
      Entity("Firm", parent: "Party") { Attribute("size", Int?.self) }
    } becomes: {
      "dropped. 1 row is an obstacle: Party 1 (3)"
    },
    MigrationCase("an entity becomes abstract that has objects of its own") {
      Entity("Party") { Attribute("name", String.self) }
      Entity("Firm", parent: "Party") {}
    } rows: {
      #"{"Party": [{"name": "a"}], "Firm": [{"name": "b"}]}"#
    } to: {
      Entity("Party", isAbstract: true) { Attribute("name", String.self) }
      Entity("Firm", parent: "Party") {}
    } becomes: {
      "must become one of Firm. 1 row is an obstacle: Party 1"
    },
    MigrationCase("an entity becomes abstract that has none") {
      Entity("Party") { Attribute("name", String.self) }
      Entity("Firm", parent: "Party") {}
    } rows: {
      #"{"Firm": [{"name": "b"}]}"#
    } to: {
      Entity("Party", isAbstract: true) { Attribute("name", String.self) }
      Entity("Firm", parent: "Party") {}
    } becomes: {
      #"Firm 1 name: "b""#
    },
  ]
}
