import ArmatureModel
import TestSupport
import Testing

@testable import ArmatureDocuments

@Suite struct DataDictionaryTests {
  @Test func `a dictionary has what entities declare, and where`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Thing", isAbstract: true, file: "Shop/Model.swift", line: 2) {
        Attribute("sku", String.self, file: "Shop/Model.swift", line: 3).identifying()
      }
      Entity("Product", parent: "Thing", file: "Shop/Model.swift", line: 5) {
        Attribute("pieces", Int.self, file: "Shop/Model.swift", line: 6).default(1).range(1...)
        Relationship(
          "parts", to: "Product", .toMany, onDelete: .noAction, file: "Shop/Model.swift", line: 7)
      }
    }
    #expect(
      DataDictionary(model).markdown() == """
        # Shop

        | Entity | Parent | Attributes | Relationships | Declared |
        |---|---|---|---|---|
        | `Thing` |  | 1 | 0 | `Shop/Model.swift:2` |
        | `Product` | `Thing` | 2 | 1 | `Shop/Model.swift:5` |

        ## Thing

        Abstract: no object belongs to this entity itself.

        | Attribute | Type | Rules | Declared |
        |---|---|---|---|
        | `sku` | `String` | identifying | `Shop/Model.swift:3` |

        Rules:

        - `unique sku`

        ## Product

        Inherits from `Thing`: `sku`.

        | Attribute | Type | Default | Rules | Declared |
        |---|---|---|---|---|
        | `pieces` | `Int` | `1` | `a value of at least 1` | `Shop/Model.swift:6` |

        | Relationship | Leads to | When deleted | Declared |
        |---|---|---|---|
        | `parts` | many `Product` | noAction | `Shop/Model.swift:7` |

        """)
  }

  @Test func `elements of composites have dotted names`() throws {
    let model = try ManagedObjectModel(
      "M",
      entities: [
        EntityDescription(
          "E",
          properties: [
            .attribute(
              AttributeDescription(
                "place", .composite([AttributeDescription("x", .double, isOptional: true)])))
          ])
      ])
    let text = DataDictionary(model).markdown()
    #expect(text.contains("| `place` | `composite` |\n| `place.x` | `Double?` |\n"))
  }

  @Test func `hostile names are text`() throws {
    let text = DataDictionary(try PictureModel.hostile()).markdown()
    #expect(text.contains("## &lt;/title\\>&lt;script\\>alert\\(1\\)&lt;/script\\>\n"))
    // An escaped bar within a cell does not separate cells.
    #expect(text.contains("`x} \\|\\|--o{ X : \"y`"))
    for line in text.split(separator: "\n") where line.hasPrefix("| `x") {
      #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 3, "\(line)")
    }
  }

  @Test(arguments: [("a`b", "``a`b``"), ("`", "`` ` ``"), ("", ""), ("a\nb", "`a\\nb`")])
  func `code stays code`(text: String, code: String) {
    #expect(MarkdownText.code(text) == code)
  }
}
