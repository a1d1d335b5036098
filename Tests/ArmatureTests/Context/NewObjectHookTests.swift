import Armature
import Testing

/// Objects inserted by hooks get the same hooks as existing ones.
@Suite struct NewObjectHookTests {
  @Test func `a new object that a later hook changes gets its willSave again`() throws {
    let graph = try NotedGraph()
    let parent = try graph.node("parent")
    parent.actions["willSave"] = { [unowned context = graph.context, log = graph.log] parent in
      if parent.many("children").isEmpty {
        let child = try context.insert(NotedObject.self)
        child.log = log
        child["name"] = "child"
        child.parent = parent
        // Its own hook changes it again after the round in which it was inserted.
        child.actions["willSave"] = { child in if child.total! < 3 { child.total! += 1 } }
      }
    }
    try graph.context.save()
    #expect(parent.many("children")[0].total == 3)
    #expect(graph.log.lines.filter { $0 == "willSave \"child\"" }.count == 4)
  }

  @Test func `a rule that changes what a hook has inserted is told so`() throws {
    final class Maker: ManagedObject {
      override func willSave() {
        if let context = managedObjectContext, context.objects(of: "Part").isEmpty {
          _ = try? context.insert("Part")
        }
      }
    }
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Maker") {
        Entity("Maker", class: Maker.self) {
          Attribute("n", Int.self).default(1)
          Rule(
            "changes others",
            check: { maker in
              maker.managedObjectContext?.objects(of: "Part").first?.n = 9
              return true
            })
        }
        Entity("Part") { Attribute("n", Int.self).default(1) }
      })
    let maker = try context.insert("Maker")
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.code) == ["object.changed"] && report?.first?.entity == "Part")
    #expect(context.registeredObjects == [maker] && maker.isInserted)
  }
}
