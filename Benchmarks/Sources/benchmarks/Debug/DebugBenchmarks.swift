import Armature
import Foundation

/// The figures that matter in a debug build, because tests run in one.
func debugBenchmarks() -> [Benchmark] {
  #if DEBUG
    let note: String? = nil
  #else
    let note: String? = "this is a release build"
  #endif
  let count = 2000
  return [
    Benchmark(
      name: "debug/get-int", repetitions: 3,
      comparisons: [
        .limit(OurAttributes.byName, PlainSample.subjectName, atMost: 4, note: note),
        .limit(OurAttributes.typedView, PlainSample.subjectName, atMost: nil, note: note),
        .limit(OurAttributes.customClass, PlainSample.subjectName, atMost: nil, note: note),
      ]
    ) {
      [PlainSample.subject(.getInt)] + OurAttributes.subjects(.getInt)
    },
    Benchmark(
      name: "debug/load", repetitions: 3,
      comparisons: [.limit(OurJSON.objects, "JSONDecoder", atMost: 0.7, note: note)]
    ) {
      let document = BookDocument.json(count)
      let data = Data(document)
      return [.timed("JSONDecoder", operations: count) { sink(decode(data)) }]
        + OurJSON.loadAndValidate(document, count)
    },
    Benchmark(
      name: "debug/insert-set-save", repetitions: 3,
      comparisons: [
        .limit(
          "container", "plain-class", atMost: 25,
          note: note ?? "plain: made, set, and its values kept by key")
      ]
    ) {
      let container = try PersistentContainer(model: Shelf.model)
      let context = container.makeContext()
      let plain = PlainContainer()
      return [
        .repeated("container") {
          let work = try context.insert("Work")
          work.title = "Dune"
          work.pages = 412
          try context.save()
        },
        .repeated("plain-class") {
          let work = plain.insert()
          work.title = "Dune"
          work.pages = 412
          plain.save()
        },
      ]
    },
  ]
}

/// A hand-written container: objects by key, new objects, and saved values.
private final class PlainContainer {
  private struct Values {
    let title: String
    let pages: Int
  }

  private var objects: [Int: PlainWork] = [:]
  private var inserted: [Int] = []
  private var rows: [Int: Values] = [:]

  func insert() -> PlainWork {
    let work = PlainWork()
    let key = objects.count
    objects[key] = work
    inserted.append(key)
    return work
  }

  func save() {
    for key in inserted {
      guard let work = objects[key] else { continue }
      rows[key] = Values(title: work.title, pages: work.pages)
    }
    inserted = []
  }
}
