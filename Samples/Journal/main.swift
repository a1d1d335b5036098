// A custom store in a file of JSON lines, which records every run: `swift run journal <file>`.
// Exit codes: 0 done, 64 usage, 65 the file is not a journal, or cannot be read or written.

import Armature
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 1, let path = arguments.first, !path.hasPrefix("-") else {
  FileHandle.standardError.write(Data("usage: journal <file>\n".utf8))
  exit(64)
}

let model = try ManagedObjectModel("Visits") {
  Entity("Visit") {
    Attribute("number", Int.self).identifying()
    Relationship("former", to: "Visit", inverse: "next")
    Relationship("next", to: "Visit", inverse: "former")
  }
}

do {
  let container = try PersistentContainer(model: model, store: JournalStore(at: path))
  let context = container.makeContext()
  let last = try context.fetch(
    FetchRequest("Visit", orderedBy: [.descending("number")], limit: 1)
  ).first
  let visit = try context.insert("Visit")
  visit.number = (last?.number ?? 0) + 1
  visit.former = last
  try context.save()

  let all = try context.fetch(FetchRequest("Visit", orderedBy: [.ascending("number")]))
  let numbers: [Int] = all.compactMap { $0.number }
  print("Visits: \(numbers.map(String.init).joined(separator: ", "))")
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(65)
}
