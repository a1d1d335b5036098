import Armature

/// Applying a changeset of four values.
func changesetBenchmark() -> Benchmark {
  Benchmark(
    name: "graph/changeset",
    comparisons: [
      .limit(
        "four-values", "by-run-time-name", atMost: 20, note: "writes: cast and check nothing"),
      .limit("among-1000-attributes", "among-10-attributes", atMost: 1.1),
      // Compiling a pattern at run time would cost many times the rest of a changeset.
      .limit("patterns", "no-patterns", atMost: 1.5),
      .limit("patterns-in-composite", "composite", atMost: 1.5),
    ]
  ) {
    let narrow = try Form(attributes: 10)
    let wide = try Form(attributes: 1000)
    let mixed: [String: AttributeValue] = ["text0": "Dune", "text1": "x", "int0": 1, "int1": 2]
    let texts: [String: AttributeValue] = [
      "text0": "AB-1", "text1": "CD-2", "text2": "EF-3", "text3": "GH-4",
    ]
    let codes: [String: AttributeValue] = [
      "code0": "AB-1", "code1": "CD-2", "code2": "EF-3", "code3": "GH-4",
    ]
    let elements: AttributeValue = .composite(["first": "AB-1", "second": "CD-2"])
    return [
      narrow.changeset("four-values", mixed),
      .repeated("by-run-time-name") {
        try narrow.object.setValue("Dune", forKey: opaque("text0"))
        try narrow.object.setValue("x", forKey: opaque("text1"))
        try narrow.object.setValue(1, forKey: opaque("int0"))
        try narrow.object.setValue(2, forKey: opaque("int1"))
      },
      wide.changeset("among-1000-attributes", mixed),
      narrow.changeset("among-10-attributes", mixed),
      narrow.changeset("patterns", codes),
      narrow.changeset("no-patterns", texts),
      narrow.changeset("patterns-in-composite", ["codes": elements]),
      narrow.changeset("composite", ["texts": elements]),
    ]
  }
}

/// A saved object with a number of attributes in addition to the ones being set.
private struct Form {
  private let context: ManagedObjectContext
  let object: ManagedObject

  init(attributes count: Int) throws {
    let model = try ManagedObjectModel("Forms") {
      Entity("Form") {
        for number in 0..<4 { Attribute("text\(number)", String?.self) }
        for number in 0..<4 {
          Attribute("code\(number)", String?.self).matching("[A-Z]{2}-[0-9]+")
        }
        Attribute("int0", Int?.self)
        Attribute("int1", Int?.self)
        Composite("texts") {
          Attribute("first", String.self)
          Attribute("second", String.self)
        }
        .optional()
        Composite("codes") {
          Attribute("first", String.self).matching("[A-Z]{2}-[0-9]+")
          Attribute("second", String.self).matching("[A-Z]{2}-[0-9]+")
        }
        .optional()
        for number in 10..<count { Attribute("other\(number)", Int?.self) }
      }
    }
    context = ManagedObjectContext(model: model)
    object = try context.insert("Form")
    try context.save()
  }

  func changeset(_ name: String, _ values: [String: AttributeValue]) -> Subject {
    let allowed = values.keys.sorted()
    return .repeated(name) {
      try Changeset(object, casting: values, allowing: allowed).apply()
    }
  }
}
