import ArmatureModel
import TestSupport
import Testing

@testable import ArmatureDocuments

/// The text formats of a diagram.
@Suite struct DiagramTextTests {
  private let hostile: ModelDiagram

  init() throws { hostile = ModelDiagram(try PictureModel.hostile()) }

  @Test func `Mermaid draws entities and relationships`() throws {
    let diagram = ModelDiagram(try PictureModel.next(), against: try PictureModel.released())
    #expect(
      diagram.mermaid() == """
        erDiagram
          Work {
            String title PK
            String[]_optional tags "added"
            Int pages "removed"
          }
          Book
          Author {
            String_optional name "changed"
          }
          Shelf
          Loan {
            Date out
          }
          Work }o--|{ Author : "authors / works"
          Work ||..|| Book : "parent of"
          Book |o--o| Book : "next / previous"
          Shelf }o..o{ Book : "+ books"
          classDef added fill:#d4f8dc,stroke:#1a7f37,color:#1f2328
          class Shelf added
          classDef removed fill:#ffe3e0,stroke:#cf222e,color:#1f2328
          class Loan removed
          classDef changed fill:#fff3c0,stroke:#9a6700,color:#1f2328
          class Work changed
          class Author changed

        """)
  }

  @Test func `Mermaid draws classes`() throws {
    #expect(
      ModelDiagram(try PictureModel.released()).mermaidClasses() == """
        classDiagram
          class Work {
            <<abstract>>
            String title
            Int pages
          }
          class Book
          class Author {
            String name
          }
          class Loan {
            Date out
          }
          Work "0..*" -- "1..*" Author : authors / works
          Work <|-- Book
          Book "0..1" -- "0..1" Book : next / previous

        """)
  }

  @Test func `Graphviz gets tables and feet`() throws {
    let text = ModelDiagram(try PictureModel.released()).dot()
    #expect(text.hasPrefix("digraph \"Library\" {\n  rankdir=LR;\n"))
    #expect(
      text.contains(
        "  e0 -> e2 [arrowhead=crowtee, arrowtail=crowodot, label=\"authors / works\"];\n"))
    #expect(text.contains("  e0 -> e1 [arrowhead=none, arrowtail=empty];\n"))
    #expect(text.contains("<td align=\"left\"><u>title</u>&#160;&#160;"))
  }

  @Test func `hostile names are text in SVG`() {
    let tags: Set<String> = [
      "svg", "title", "style", "rect", "g", "path", "text", "circle", "/svg", "/title", "/style",
      "/g",
      "/text",
    ]
    let text = hostile.svg()
    for tag in text.split(separator: "<", omittingEmptySubsequences: true) {
      let name = String(tag.prefix { $0 != " " && $0 != ">" && !$0.isNewline })
      #expect(tags.contains(name), "\(tag.prefix(40))")
    }
    for reference in text.split(separator: "&").dropFirst() {
      let name = String(reference.prefix { $0 != ";" })
      #expect(["amp", "lt", "gt", "quot", "#39"].contains(name), "\(name)")
    }
  }

  @Test func `hostile names are text in Mermaid`() {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ")
    for line in hostile.mermaid().split(separator: "\n") {
      // Quoted text contains no characters of the syntax, except in its numeric escapes.
      for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false)
        .enumerated()
      where index % 2 == 1 {
        #expect(
          part.allSatisfy { plain.contains($0) || "#;.,()[]-+/=?!".contains($0) || $0.isLetter })
      }
    }
    #expect(hostile.mermaid().split(separator: "\n").count { $0.hasSuffix("{") } == 12)
    for line in hostile.mermaidClasses().split(separator: "\n") where line.hasPrefix("    ") {
      #expect(line.allSatisfy { plain.contains($0) || !$0.isASCII }, "\(line)")
    }
  }

  @Test func `names that are not ASCII can be told apart in Mermaid`() throws {
    let names = ["日本", "日光", "été", "名前 🙂", "名前 🙁"]
    let model = try ManagedObjectModel(
      "Names",
      entities: [
        EntityDescription(
          "漢字",
          properties: names.map { .attribute(AttributeDescription($0, .string)) } + [
            .relationship(RelationshipDescription("道", to: "漢字"))
          ])
      ])
    let diagram = ModelDiagram(model)
    #expect(
      diagram.mermaidClasses() == """
        classDiagram
          class e0["漢字"] {
            String 日本
            String 日光
            String été
            String 名前_🙂
            String 名前_🙁
          }
          e0 --> "0..1" e0 : 道

        """)
    for name in names.prefix(3) { #expect(diagram.mermaid().contains("\"\(name)\"")) }
  }

  @Test func `hostile names are text in Graphviz`() {
    let tags: Set<String> = ["table", "tr", "td", "b", "i", "u", "font"]
    for line in hostile.dot().split(separator: "\n").dropFirst() where line.hasPrefix("  e") {
      // Without texts and table, a line contains only words of the language.
      let (rest, table) = Self.withoutTexts(line)
      #expect(
        rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " []=,;->".contains($0)) })
      for tag in table.split(separator: "<") {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
        #expect(tags.contains(String(name)), "\(tag)")
      }
    }
  }

  /// Returns a DOT line without quoted text, and the table that is the label.
  private static func withoutTexts(_ line: Substring) -> (rest: String, table: String) {
    var (rest, table) = ("", "")
    var (inText, isEscaped, depth) = (false, false, 0)
    for character in line {
      if inText {
        inText = isEscaped || character != "\""
        isEscaped = character == "\\" && !isEscaped
      } else if depth == 0, character == "\"" {
        inText = true
      } else if character == "<" || depth > 0 {
        depth += character == "<" ? 1 : character == ">" ? -1 : 0
        // The brackets around the whole table do not belong to a tag.
        if depth > 0, !(depth == 1 && character == "<") { table.append(character) }
      } else {
        rest.append(character)
      }
    }
    return (rest, table)
  }

  @Test func `a picture of no entity is a picture`() throws {
    let empty = ModelDiagram(try ManagedObjectModel("Nothing", entities: []))
    #expect(empty.svg().contains("</svg>") && empty.mermaid() == "erDiagram\n")
  }
}
