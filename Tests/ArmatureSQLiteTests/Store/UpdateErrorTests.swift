import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Lists that update automatically, with a failing store.
@Suite(.needsSQLite) struct UpdateErrorTests {
  @Test func `an error of an automatic update reaches who listens, and the next one tries again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let model = try ManagedObjectModel("Names") {
      Entity("Name") { Attribute("text", String.self) }
    }
    let context = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    for text in ["a", "b", "c"] { try context.insert("Name").setValue(text, forKey: "text") }
    try context.save()
    var request = FetchRequest("Name", orderedBy: [.ascending("text")])
    // A page is fetched again when something before it changes.
    request.offset = 1
    let results = try FetchedResults(request, in: context)
    let (updates, errors) = (results.updates, results.updateErrors)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    try Data().write(to: URL(filePath: path))
    try results.objects[0].setValue("d", forKey: "text")
    context.processPendingChanges()
    var iterator = errors.makeAsyncIterator()
    #expect(await iterator.next() is SQLiteStoreError)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    try results.objects[1].setValue("e", forKey: "text")
    context.processPendingChanges()
    var steps = updates.makeAsyncIterator()
    #expect(await steps.next()?.isEmpty == false)
    #expect(results.objects.count == 2)
  }
}
