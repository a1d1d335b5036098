import Armature
import ArmatureTools
import Testing

@testable import ArmatureCommands

/// Compiled source has the fingerprint of its model.
@Suite struct GeneratedSourceTests {
  @Test func `sources by names and with classes, compiled, are their models`() throws {
    var program = SourceProgram()
    program.add(try Shop.model(), as: .dynamic)
    try program.addSamples("Dynamic", as: .dynamic, seeds: 1...4)
    try program.addSamples("Class", as: .classes, seeds: 5...8)
    program.add(
      try SourceModels.garage("My"), as: .classes,
      running: """
        let context = ManagedObjectContext(model: model)
        let car = try context.insert(MyCar.self)
        car.name = "Ente"
        car.price = 7.5
        car.size = MyVehicleSize(width: 1.5)
        car.default += 1
        car.tags = ["old"]
        let person = try context.insert(MyPerson.self)
        person.firstName = "Ada"
        person.friends = [person]
        car.owner = person
        car.seats = [try context.insert(MySeat.self), try context.insert(MySeat.self)]
        car.seats[1].row = 2
        try context.save()
        print(car.name, car.price ?? 0, car.size.width, car.default, car.tags, car.seats.map(\\.row))
        print(person.firstName ?? "", person.vehicles == [car], person.friends.count, person.namesakes.count)
        """,
      printing: "Ente 7.5 1.5 5 [\"old\"] [1, 2]\nAda true 1 1\n")
    try program.check()
  }

  @Test func `sources with schemas, compiled, are their models`() throws {
    var program = SourceProgram()
    program.add(try Shop.model(), as: .typed)
    try program.addSamples("Typed", as: .typed, seeds: 9...14)
    program.add(
      try SourceModels.garage("My"), as: .typed,
      running: """
        let context = ManagedObjectContext(model: model)
        let car = try context.insert(MyCar.self) {
          $0.name = "Ente"
          $0.size = MyVehicleSize(width: 1.5)
        }
        car.price = 7.5
        car.default += 1
        car.tags = ["old"]
        let person = try context.insert(MyPerson.self)
        try person.managedObject.setValue("Ada", forKey: "first name")
        person.friends = [person]
        car.owner = person
        car.seats = [try context.insert(MySeat.self), try context.insert(MySeat.self) { $0.row = 2 }]
        try context.save()
        print(car.name, car.price ?? 0, car.size.width, car.default, car.tags, car.seats.map(\\.row))
        print(try context.fetch(MyCar.self) { $0.owner == person && $0.price > 7 }.count, person.friends.count)
        """,
      printing: "Ente 7.5 1.5 5 [\"old\"] [1, 2]\n1 1\n")
    program.add(
      try SourceModels.bills("My"), as: .typed,
      running: """
        let context = ManagedObjectContext(model: model)
        let bill = try context.insert(MyBill.self) { $0.city = "Ulm" }
        bill.lines = [
          try context.insert(MyLine.self) { $0.amount = 5 },
          try context.insert(MyLine.self) { $0.amount = 2.5 },
        ]
        try context.save()
        print(bill.total, bill.mean ?? 0, bill.most ?? 0, bill.size, type(of: bill.object))
        let paper: SourcePaper = bill.object
        print(bill.lines[0].place ?? "", bill.lines[0].label ?? "", paper === bill.managedObject)
        """,
      printing: "7.5 3.75 5 2 SourceBill\nUlm none true\n")
    try program.check()
  }

  @Test(
    .enabled(
      if: FileStatus(Self.corpus) != nil,
      "The models of public projects stand beside the repository, in ../shared/corpus, and are not there."
    ))
  func `so are those of models of public projects`() throws {
    let paths: [(String, SwiftSource.Tier)] = [
      ("SwiftGen+SwiftGen/Model.xcdatamodeld", .dynamic),
      ("carekit-apple+CareKit/CareKitStore.xcdatamodeld", .typed),
      ("phimage+MomXML/Model.xcdatamodeld", .typed),
      ("sequelpro+sequelpro/SPUserManager.xcdatamodel", .classes),
      ("SwiftGen+SwiftGen/Model.xcdatamodeld", .classes),
    ]
    var program = SourceProgram()
    for (path, tier) in paths {
      program.add(try XcodeModel(contentsOf: Self.corpus.appendingPath(path)).model, as: tier)
    }
    try program.check()
  }

  private static let corpus =
    #filePath.parentPath.parentPath.parentPath.parentPath.parentPath.appendingPath(
      "shared/corpus/xcdatamodel")
}

extension SourceProgram {
  /// Adds a model with difficult names, one with all types, and random ones.
  ///
  /// - Parameter name: The prefix of entity names, which no other tier uses.
  fileprivate mutating func addSamples(
    _ name: String, as tier: SwiftSource.Tier, seeds: ClosedRange<UInt64>
  ) throws {
    add(try SourceModels.hostile(), as: tier)
    add(try SourceModels.allTypes(name), as: tier)
    for seed in seeds {
      add(try SourceModels.random(seed: seed, "\(name.prefix(1))\(seed)E"), as: tier)
    }
  }
}
