import Armature

/// The model of chapters with ordered sections, and remarks on sections.
enum OutlineModel {
  static func context() throws -> ManagedObjectContext {
    let model = try ManagedObjectModel("Outline") {
      Entity("Chapter") {
        Attribute("title", String.self)
        Relationship("sections", to: "Section", .ordered, inverse: "chapter", onDelete: .cascade)
      }
      Entity("Section") {
        Attribute("title", String.self)
        Relationship("chapter", to: "Chapter", inverse: "sections")
        Relationship("remarks", to: "Remark", .toMany, inverse: "section", onDelete: .cascade)
      }
      Entity("Remark") {
        Attribute("text", String.self)
        Relationship("section", to: "Section", inverse: "remarks")
      }
    }
    return ManagedObjectContext(model: model)
  }
}
