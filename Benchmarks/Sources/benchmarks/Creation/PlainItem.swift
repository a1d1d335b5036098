import BenchmarkHeap
import Foundation

/// The limit of creation: ten stored properties with defaults.
final class PlainItem {
  var title = ""
  var author = ""
  var isbn = ""
  var language = "en"
  var pages = 0
  var stock = 0
  var price = 0.0
  var inPrint = true
  var published = Date(timeIntervalSinceReferenceDate: 0)
  var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

/// The peer of creation: the same ten values in a dictionary.
final class DictionaryItem {
  var values: [String: Any] = [
    "title": "", "author": "", "isbn": "", "language": "en", "pages": 0, "stock": 0,
    "price": 0.0, "inPrint": true, "published": Date(timeIntervalSinceReferenceDate: 0),
    "id": UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
  ]
}

/// Returns the heap memory of one object and everything it owns, without its place in an array.
func heapPerObject<Object>(_ make: () throws -> Object) throws -> Double {
  let count = 100_000
  var objects: [Object] = []
  objects.reserveCapacity(count)
  let before = benchmark_heap_in_use()
  guard before > 0 else { throw Skipped(reason: "the use of the heap is not known here") }
  for _ in 0..<count { objects.append(try make()) }
  let after = benchmark_heap_in_use()
  sink(objects)
  return Double(after - before) / Double(count)
}
