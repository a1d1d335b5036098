import ArmatureModel
import Testing

@Suite struct RelationshipCheckTests {
  @Test(arguments: badModels) func `a bad relationship is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "missing destination",
      Expected(
        .unknownDestination, 1,
        #"Book.author leads to the entity "Auhtor", which the model lacks."#
          + #" Did you mean "Author"?"#)
    ) {
      Entity("Author") {}
      Entity("Book") { Relationship("author", to: "Auhtor", inverse: "books") }
    },
    BadModel(
      "missing destination of a fetched property",
      Expected(
        .unknownDestination, 0,
        #"Book.others leads to the entity "Bok", which the model lacks. Did you mean "Book"?"#
      )
    ) { Entity("Book") { FetchedProperty("others", of: "Bok") { $0.pages > 3 } } },
    BadModel(
      "misspelt inverse",
      Expected(
        .unknownInverse, 1,
        #"Department.staff names the inverse "departmnt", which Employee lacks."#
          + #" Did you mean "department"?"#)
    ) {
      Entity("Department") {
        Relationship("staff", to: "Employee", .toMany, inverse: "departmnt")
      }
      Entity("Employee") { Relationship("department", to: "Department") }
    },
    BadModel(
      "counts that allow no object",
      Expected(
        .zeroMaximumCount, 1,
        "Team.members must allow one object at least, but has a maximum count of 0. Remove the"
          + " bound, or the relationship."),
      Expected(
        .zeroMaximumCount, 2,
        "Team.guests must allow one object at least, but has a maximum count of 0. Remove the"
          + " bound, or the relationship.")
    ) {
      Entity("Team") {
        Relationship("members", to: "Team", .toMany).count(0...0)
        Relationship("guests", to: "Team", .toMany).count(..<1)
      }
    },
    BadModel(
      "inverse of another name",
      Expected(
        .unknownInverse, 1,
        #"Department.staff names the inverse "team", which Employee lacks."#
          + #" Did you mean "department"?"#)
    ) {
      Entity("Department") {
        Relationship("staff", to: "Employee", .toMany, inverse: "team")
      }
      Entity("Employee") {
        Attribute("name", String.self)
        Relationship("department", to: "Department")
      }
    },
    BadModel(
      "misspelt inverse on one side, right one on the other",
      Expected(
        .unknownInverse, 1,
        #"Department.staff names the inverse "team", which Employee lacks."#
          + #" Did you mean "department"?"#)
    ) {
      Entity("Department") {
        Relationship("staff", to: "Employee", .toMany, inverse: "team")
      }
      Entity("Employee") { Relationship("department", to: "Department", inverse: "staff") }
    },
    BadModel(
      "inverse that is an attribute",
      Expected(
        .inverseNotARelationship, 1,
        "Department.staff names the inverse Employee.departments, which must be a relationship, but"
          + #" is an attribute. Did you mean "department"?"#)
    ) {
      Entity("Department") {
        Relationship("staff", to: "Employee", .toMany, inverse: "departments")
      }
      Entity("Employee") {
        Attribute("departments", Int.self)
        Relationship("department", to: "Department")
      }
    },
    BadModel(
      "inverse that leads elsewhere",
      Expected(
        .inverseLeadsElsewhere, 1,
        "Department.staff names the inverse Employee.team, which must lead to Department, but leads"
          + " to Team.")
    ) {
      Entity("Department") {
        Relationship("staff", to: "Employee", .toMany, inverse: "team")
      }
      Entity("Team") { Relationship("members", to: "Employee", .toMany, inverse: "team") }
      Entity("Employee") { Relationship("team", to: "Team") }
    },
    BadModel(
      "inverse that leads to a parent, which has other objects",
      Expected(
        .inverseLeadsElsewhere, 2,
        "Novelist.novels names the inverse Novel.writer, which must lead to Novelist, but leads to"
          + " Person.")
    ) {
      Entity("Person") {}
      Entity("Novelist", parent: "Person") {
        Relationship("novels", to: "Novel", .toMany, inverse: "writer")
      }
      Entity("Novel") { Relationship("writer", to: "Person") }
    },
    BadModel(
      "inverse that others inherit, too",
      Expected(
        .inverseLeadsElsewhere, 5,
        "Author.books leads to Book, but its inverse Publication.author leads back from every"
          + " Publication. Let it lead to Publication, or declare the inverse in Book.")
    ) {
      Entity("Publication", isAbstract: true) { Relationship("author", to: "Author") }
      Entity("Book", parent: "Publication") {}
      Entity("Magazine", parent: "Publication") {}
      Entity("Author") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
    },
    BadModel(
      "relationship that is its own inverse with another entity",
      Expected(
        .inverseLeadsElsewhere, 2,
        "Person.boss names itself as its inverse, which must lead to Person, but leads to Manager.")
    ) {
      Entity("Manager", parent: "Person") {}
      Entity("Person") {
        Relationship("boss", to: "Manager", inverse: "boss")
      }
    },
    BadModel(
      "inverse that names another",
      Expected(
        .inverseNotMutual, 2,
        #"Author.translations names the inverse Book.author, which must name "translations" in"#
          + " turn,"
          + #" but names "books"."#)
    ) {
      Entity("Author") {
        Relationship("books", to: "Book", .toMany, inverse: "author")
        Relationship("translations", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") { Relationship("author", to: "Author", inverse: "books") }
    },
    BadModel(
      "inverse that two name",
      Expected(
        .inverseNotMutual, 2,
        "Author.translations names the inverse Book.author, which must have one inverse, but"
          + " Author.books names it, too.")
    ) {
      Entity("Author") {
        Relationship("books", to: "Book", .toMany, inverse: "author")
        Relationship("translations", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") { Relationship("author", to: "Author") }
    },
    BadModel(
      "negative count",
      Expected(.negativeCount, 1, "Team.members must have counts of 0 or more, but has -1."),
      Expected(.negativeCount, 2, "Team.guests must have counts of 0 or more, but has -2.")
    ) {
      Entity("Team") {
        Relationship("members", to: "Team", .toMany).count((-1)...5)
        Relationship("guests", to: "Team", .toMany).count(...(-2))
      }
    },
    BadModel(
      "minimum above the maximum",
      Expected(
        .reversedCounts, 0,
        "Team.members must have a minimum count up to its maximum of 3, but has 5.")
    ) {
      EntityDescription(
        "Team",
        properties: [
          .relationship(
            RelationshipDescription(
              "members", to: "Team", .ordered, minimumCount: 5, maximumCount: 3))
        ])
    },
    BadModel(
      "count on a to-one relationship",
      Expected(
        .countOnToOne, 0,
        "Book.author leads to one object and must have no count above 1, but has 4."
          + " Make it .toMany, or remove the count.")
    ) { Entity("Book") { Relationship("author", to: "Book").count(2...4) } },
  ]

  @Test func `an inverse that one side names is filled in on the other`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Author", parent: "Person") {
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Person") { Relationship("loans", to: "Loan", .toMany) }
      Entity("Book") { Relationship("author", to: "Author") }
      Entity("Loan") { Relationship("person", to: "Person", inverse: "loans") }
      Entity("Novel", parent: "Book") {}
      Entity("Friend") { Relationship("friends", to: "Friend", .toMany, inverse: "friends") }
    }
    func inverse(_ name: String, of entity: String) -> String? {
      model[entity]?.property(named: name)?.asRelationship?.inverse
    }
    #expect(inverse("author", of: "Book") == "books")
    #expect(inverse("author", of: "Novel") == "books")
    #expect(inverse("loans", of: "Person") == "person")
    #expect(inverse("loans", of: "Author") == "person")
    #expect(inverse("friends", of: "Friend") == "friends")
    #expect(model["Book"]?.ownProperties == model["Book"]?.properties)
    #expect(model.warnings == [])
  }

  @Test func `an inverse may be inherited where only one entity inherits it`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Publication", isAbstract: true) { Relationship("author", to: "Author") }
      Entity("Printed", parent: "Publication", isAbstract: true) {}
      Entity("Book", parent: "Printed") {}
      Entity("Novel", parent: "Book") {}
      Entity("Author") { Relationship("books", to: "Book", .toMany, inverse: "author") }
    }
    #expect(model["Novel"]?.relationships.first?.inverse == "books")
    #expect(model["Publication"]?.relationships.first?.inverse == "books")
  }
}
