import Armature
import Foundation

/// Archiving publications with authors and tags against `Codable` structs with the same values.
///
/// An operation is a publication with its share of the rest. Both write links on both sides. The structs keep
/// identifiers when they are read; an archive creates linked objects in a new context.
func archiveBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(5000)
  let note = "also names entities and types, and which state of a store the values are of"
  return Benchmark(
    name: "graph/archive", repetitions: 5,
    comparisons: [
      .limit("json-out", "JSONEncoder, structs", atMost: 2, note: note),
      .limit("json-in", "JSONDecoder, structs", atMost: 2, note: "structs: no objects, no links"),
      .limit("plist-out", "PropertyListEncoder, structs", atMost: 2, note: note),
      .limit(
        "plist-in", "PropertyListDecoder, structs", atMost: 2,
        note: "structs: no objects, no links"),
    ]
  ) {
    let shelf = PublicationShelf(count)
    let archive = ObjectArchive(shelf.context.registeredObjects, including: .objects)
    let list = PublicationList(
      publications: shelf.plain.map(\.withLinks), authors: shelf.authors.map(\.value),
      tags: shelf.tags.map(\.value))
    let plist = PropertyListEncoder()
    plist.outputFormat = .binary
    let (json, plainJSON) = try (JSONEncoder().encode(archive), JSONEncoder().encode(list))
    let (property, plainProperty) = try (plist.encode(archive), plist.encode(list))
    func subject(_ name: String, _ body: @escaping () throws -> some Any) -> Subject {
      .timed(name, operations: count) { sink(expect(body)) }
    }
    func decode(
      _ name: String,
      _ decode: @escaping (ManagedObjectContext) throws -> ObjectArchive
    ) -> Subject {
      subject(name) {
        let context = ManagedObjectContext(model: PublicationShelf.model)
        let read = try decode(context)
        precondition(read.objects.count == shelf.context.registeredObjects.count)
        precondition(read.unresolvedLinks.isEmpty)
        return (context, read)
      }
    }
    return [
      subject("json-out") { try JSONEncoder().encode(archive) },
      subject("JSONEncoder, structs") { try JSONEncoder().encode(list) },
      decode("json-in") {
        try JSONDecoder().decode(ObjectArchive.self, from: json, configuration: $0)
      },
      subject("JSONDecoder, structs") {
        try JSONDecoder().decode(PublicationList.self, from: plainJSON)
      },
      subject("plist-out") { try plist.encode(archive) },
      subject("PropertyListEncoder, structs") { try plist.encode(list) },
      decode("plist-in") {
        try PropertyListDecoder().decode(ObjectArchive.self, from: property, configuration: $0)
      },
      subject("PropertyListDecoder, structs") {
        try PropertyListDecoder().decode(PublicationList.self, from: plainProperty)
      },
    ]
  }
}
