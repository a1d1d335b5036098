package import Armature
package import ArmatureModel

/// People, from which steps create addresses and tags, in a store of any kind.
package enum PeopleToSplit {
  package static func old() throws -> ManagedObjectModel {
    try ManagedObjectModel("People") {
      Entity("Person") {
        Attribute("name", String.self)
        Attribute("street", String?.self)
        Attribute("words", [String]?.self)
        Relationship("friends", to: "Person", .toMany, inverse: "friends")
        Relationship("jobs", to: "Job", .ordered, inverse: "person")
      }
      Entity("Job") {
        Attribute("title", String.self)
        Relationship("person", to: "Person", inverse: "jobs")
      }
    }
  }

  /// Returns a model of people with their own addresses, shared tags, and ordered notes.
  package static func new(addressIsRequired: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("People") {
      Entity("Place", isAbstract: true) { Attribute("note", String.self).default("none") }
      Entity("Address", parent: "Place") {
        Attribute("street", String.self)
        Relationship("person", to: "Person", inverse: "address")
      }
      Entity("Tag") {
        Attribute("word", String.self).unique()
        Relationship("people", to: "Person", .toMany, inverse: "tags")
      }
      Entity("Person") {
        Attribute("name", String.self)
        Attribute("tagCount", Int.self).derived(from: .aggregate(.count, of: .keyPath(["tags"])))
        if addressIsRequired {
          Relationship("address", to: "Address", inverse: "person").required()
        } else {
          Relationship("address", to: "Address", inverse: "person")
        }
        Relationship("tags", to: "Tag", .ordered, inverse: "people")
        Relationship("friends", to: "Person", .toMany, inverse: "friends")
        Relationship("jobs", to: "Job", .ordered, inverse: "person")
      }
      Entity("Job") {
        Attribute("title", String.self)
        Relationship("person", to: "Person", inverse: "jobs")
      }
    }
  }

  package static let dropped: [StoreMigration.Step] = [
    .drop("Person.street"), .drop("Person.words"),
  ]

  package static func split() -> StoreMigration.Step {
    .split("Person", from: ["street", "words", "jobs"]) { person in
      if case .string(let street) = person["street"] {
        let address = try person.make("Address", ["street": .string(street)])
        person.link("address", to: address)
      }
      if case .list(let words) = person["words"] {
        for case .string(let word) in words {
          let tag = try person.make("Tag", ["word": .string(word)], oncePer: .string(word))
          person.link("tags", to: tag)
        }
      }
      // The last job comes first.
      if person.links("jobs").count > 1 {
        let job = try person.make("Job", ["title": "made"])
        person.link("person", of: job, to: person.id)
      }
    }
  }

  /// Saves some people of the old model.
  package static func fill(_ container: PersistentContainer) throws {
    let context = container.makeContext()
    var people: [ManagedObject] = []
    for (name, street, tags) in [
      ("Ann", "High Street", ["b", "a"]), ("Bob", nil, ["a", "c"]), ("Cy", "Low Street", nil),
    ] as [(String, String?, [String]?)] {
      let person = try context.insert("Person")
      try person.setValue(name, forKey: "name")
      try person.setValue(street, forKey: "street")
      try person.setValue(tags, forKey: "words")
      people.append(person)
    }
    try people[0].insert(people[1], into: "friends")
    for title in ["cook", "clerk"] {
      let job = try context.insert("Job")
      try job.setValue(title, forKey: "title")
      try people[0].insert(job, into: "jobs")
    }
    try context.save()
  }

  /// Returns all objects by name, with their related objects.
  package static func picture(_ container: PersistentContainer) throws -> [String] {
    let context = container.makeContext()
    func name(_ object: ManagedObject) throws -> String {
      for key in ["name", "street", "word", "title"]
      where object.entity.property(named: key) != nil {
        if case .string(let text) = try object.value(forKey: key) as AttributeValue {
          return "\(object.entity.name) \(text)"
        }
      }
      return object.entity.name
    }
    var lines: [String] = []
    for entity in container.model.entities where entity.parent == nil {
      for object in try context.fetch(FetchRequest(entity.name)) {
        var parts: [String] = []
        for property in object.entity.persistentProperties {
          guard let relationship = property.asRelationship else {
            parts.append(
              "\(property.name) \(try object.value(forKey: property.name) as AttributeValue)")
            continue
          }
          let ends = try object.objectIDs(forRelationshipNamed: property.name)
            .map { try name(context.existingObject(with: $0)) }
          let listed = relationship.arity == .ordered ? ends : ends.sorted()
          if !listed.isEmpty { parts.append("\(property.name) \(listed)") }
        }
        lines.append("\(object.entity.name): \(parts.joined(separator: ", "))")
      }
    }
    return lines.sorted()
  }
}
