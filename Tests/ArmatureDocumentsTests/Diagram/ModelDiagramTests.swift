import ArmatureModel
import Testing
import TestSupport

@testable import ArmatureDocuments

@Suite struct ModelDiagramTests {
  @Test func `each relationship and each inheritance is one line`() throws {
    let diagram = ModelDiagram(try PictureModel.released())
    #expect(diagram.boxes.map(\.name) == ["Work", "Book", "Author", "Loan"])
    #expect(
      diagram.boxes.map { $0.rows.map(\.name) } == [["title", "pages"], [], ["name"], ["out"]])
    let lines = diagram.links.map { link in
      [link.start?.name, link.end?.name].compactMap { $0 }
        + [link.from, link.to].map {
          diagram.boxes[$0].name
        }
    }
    #expect(
      lines == [
        ["authors", "works", "Work", "Author"], ["Work", "Book"],
        ["next", "previous", "Book", "Book"],
      ])
    #expect(diagram.boxes.allSatisfy { $0.change == .none })
    #expect(diagram.boxes[0].isAbstract && diagram.boxes[0].rows[0].isIdentifying)
  }

  @Test func `a relationship that is its own inverse is one line`() throws {
    let model = try ManagedObjectModel("People") {
      Entity("Person") { Relationship("friends", to: "Person", .toMany, inverse: "friends") }
    }
    let links = ModelDiagram(model).links
    #expect(links.count == 1 && links[0].start?.name == "friends" && links[0].from == links[0].to)
  }

  @Test func `elements of composites stand below them`() throws {
    let model = try ManagedObjectModel(
      "Shop",
      entities: [
        EntityDescription(
          "Order",
          properties: [
            .attribute(
              AttributeDescription(
                "address",
                .composite([
                  AttributeDescription("street", .string),
                  AttributeDescription("place", .composite([AttributeDescription("x", .double)])),
                ]), isOptional: true))
          ])
      ])
    let rows = ModelDiagram(model).boxes[0].rows
    #expect(rows.map(\.name) == ["address", "street", "place", "x"])
    #expect(rows.map(\.depth) == [0, 1, 1, 2])
    #expect(rows.map(\.type) == ["composite?", "String", "composite", "Double"])
  }

  @Test func `a focus keeps what is near to an entity`() throws {
    let diagram = ModelDiagram(try ManagedObjectModel.clinic())
    #expect(diagram.focused(on: "Nobody") == nil)
    #expect(diagram.focused(on: "Ward", depth: 0)?.boxes.map(\.name) == ["Ward"])
    let near = try #require(diagram.focused(on: "Ward"))
    #expect(near.boxes.map(\.name) == ["Ward", "Staff", "Encounter", "Transfer"])
    // The remaining lines connect the remaining boxes.
    #expect(near.links.allSatisfy { near.boxes.indices.contains($0.from) })
    #expect(
      near.links.contains {
        near.boxes[$0.from].name == "Ward" && near.boxes[$0.to].name == "Staff"
      })
    // All boxes except the one without lines.
    #expect(diagram.focused(on: "Ward", depth: 99)?.boxes.count == diagram.boxes.count - 1)
  }

  @Test func `two versions show what became of each part`() throws {
    let diagram = ModelDiagram(try PictureModel.next(), against: try PictureModel.released())
    #expect(diagram.boxes.map(\.name) == ["Work", "Book", "Author", "Shelf", "Loan"])
    #expect(diagram.boxes.map(\.change) == [.changed, .none, .changed, .added, .removed])
    #expect(diagram.boxes[0].rows.map(\.name) == ["title", "tags", "pages"])
    #expect(diagram.boxes[0].rows.map(\.change) == [.none, .added, .removed])
    #expect(diagram.boxes[2].rows.map(\.change) == [.changed])
    #expect(diagram.boxes[2].rows[0].notes == ["became optional"])
    #expect(diagram.links.map(\.change) == [.none, .none, .none, .added])
  }

  @Test func `a relationship that is gone stays as a line that is gone`() throws {
    func model(_ links: [(String, String)]) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        "M",
        entities: ["A", "B"].map { name in
          EntityDescription(
            name,
            properties: links.filter { $0.0 == name }.map {
              .relationship(RelationshipDescription($0.1, to: name == "A" ? "B" : "A"))
            })
        })
    }
    let diagram = ModelDiagram(
      try model([("A", "stays"), ("B", "comes")]),
      against: try model([("A", "stays"), ("A", "goes")]))
    #expect(diagram.links.map { $0.start?.name } == ["stays", "comes", "goes"])
    #expect(diagram.links.map(\.change) == [.none, .added, .removed])
  }

  @Test func `the same model makes the same texts`() throws {
    let (first, second) = (
      ModelDiagram(try ManagedObjectModel.clinic()), ModelDiagram(try ManagedObjectModel.clinic())
    )
    #expect(first.svg() == second.svg() && first.dot() == second.dot())
    #expect(first.mermaid() == second.mermaid())
    #expect(first.mermaidClasses() == second.mermaidClasses())
  }
}
