import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Data of 15 tables with 46,000 rows and 22 references.
@Suite struct ClinicTests {
  private let context: ManagedObjectContext
  private let data = ClinicData.json(seed: 1)

  init() throws { context = ManagedObjectContext(model: try .clinic()) }

  @Test func `data of many tables that refer to each other loads, validates and saves`() throws {
    #expect(context.model.entities.count == 15)
    let toOne = context.model.entities.flatMap(\.relationships).filter { !$0.isToMany }
    // An encounter's invoice is the other side of an invoice's encounter.
    #expect(toOne.count == 22 + 1)
    let result = try context.load(.data(data))
    #expect(result.count == 46_000 && result.report.isEmpty)
    #expect(result.counts == Dictionary(uniqueKeysWithValues: ClinicData.counts.map { ($0, $1) }))
    try context.save()
    #expect(!context.hasChanges && context.validate().isValid)
    // Each reference counts on both sides.
    for relationship in toOne where relationship.inverse != nil {
      for entity in context.model.entities
      where entity.relationships.contains(where: { $0 == relationship }) {
        guard let inverse = relationship.inverse,
          context.model[relationship.destination]?.property(named: inverse)?.asRelationship?
            .isToMany == true
        else { continue }
        let ends = context.objects(of: entity.name).compactMap { $0.one(relationship.name) }
        let members = context.objects(of: relationship.destination).reduce(0) {
          $0 + $1.many(inverse).count
        }
        #expect(ends.count == members && !ends.isEmpty, "\(entity.name).\(relationship.name)")
      }
    }
  }

  /// A broken rule, or an identity that other records then cannot find.
  @Test(arguments: [
    (#""milligrams": "#, #""milligrams": -"#), (#""badge": "S-"#, #""badge": "T-"#),
  ])
  func `one wrong record among many takes only those with it that require it`(
    _ good: String, _ bad: String
  )
    throws
  {
    let place = try #require(data.firstRange(of: Data(good.utf8)))
    var broken = data
    broken.replaceSubrange(place, with: Data(bad.utf8))
    let options = LoadOptions(onFailure: .keepValid)
    let result = try context.load(.data(broken), options: options)
    // One medication with its prescriptions, or one physician with the encounters.
    #expect(result.count > 45_900 && result.count < 45_999)
    try context.save()
  }

  @Test func `the same seed gives the same data, and what is written loads again`() throws {
    #expect(ClinicData.json(seed: 1) == data && ClinicData.json(seed: 2) != data)
    try context.load(.data(data))
    let other = ManagedObjectContext(model: context.model)
    #expect(try other.load(.data(try context.json(layout: .compact))).count == 46_000)
  }

  @Test func `loading the same identities again is refused, and each of them named`() throws {
    try context.load(.data(data))
    try context.save()
    let report = #expect(throws: ValidationReport.self) { try context.load(.data(data)) }
    let duplicates = report?.filter { $0.code == "identity.duplicate" } ?? []
    // All tables except findings and transfers have an identity.
    #expect(duplicates.count == 46_000 - 9_000 - 2_000)
    let labels = Dictionary(grouping: duplicates, by: \.entity).mapValues {
      Set($0.map { "\($0.value)" }).count
    }
    for (entity, count) in ClinicData.counts where entity != "Finding" && entity != "Transfer" {
      #expect(labels[entity] == count, "\(entity)")
    }
    #expect(context.registeredObjects.count == 46_000 && !context.hasChanges)
    #expect(context.validate().isValid)
  }
}
