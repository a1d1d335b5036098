import ArmatureModel
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct JSONReportTests {
  @Test func `JSON has the facts, and the messages that follow from them`() {
    #expect(
      ReportFormatTests.report.rendered(as: .json) == #"""
        {
          "errors": 4,
          "failures": [
            {
              "code": "length.tooShort",
              "coreDataCode": 1670,
              "entity": "Book",
              "keyPath": [
                "title"
              ],
              "kind": {
                "rule": {
                  "_0": {
                    "length": {
                      "maximum": 200,
                      "minimum": 1
                    }
                  },
                  "actual": 0,
                  "details": [],
                  "others": []
                }
              },
              "label": "dune",
              "message": "Book.title must have 1 to 200 characters, but has 0.",
              "objectID": {
                "entityName": "Book",
                "isTemporary": true,
                "key": 3
              },
              "ruleSite": {
                "file": "Library/Model.swift",
                "line": 8
              },
              "severity": "error",
              "source": {
                "column": 20,
                "file": "Samples/my library.json",
                "line": 12,
                "path": "$.books[3].title"
              },
              "value": {
                "string": ""
              }
            },
            {
              "code": "key.unknown",
              "coreDataCode": 1550,
              "entity": "Book",
              "keyPath": [
                "tilte"
              ],
              "kind": {
                "unknownKey": {
                  "suggestion": "title"
                }
              },
              "label": "dune",
              "message": "Book.tilte is not a property of Book. Did you mean \"title\"?",
              "objectID": {
                "entityName": "Book",
                "isTemporary": true,
                "key": 3
              },
              "severity": "error",
              "source": {
                "column": 8,
                "file": "Samples/my library.json",
                "line": 12,
                "path": "$.books[3].tilte"
              }
            },
            {
              "code": "identity.duplicate",
              "coreDataCode": 133021,
              "entity": "Book",
              "keyPath": [
                "id"
              ],
              "kind": {
                "duplicateIdentity": {
                  "of": {
                    "entity": "Book",
                    "label": "emma",
                    "source": {
                      "column": 5,
                      "file": "Samples/my library.json",
                      "line": 4,
                      "path": "$.books[1]"
                    }
                  }
                }
              },
              "label": "emma",
              "message": "Book.id must identify one Book, but Book \"emma\" (Samples/my library.json:4:5) has \"emma\", too.",
              "severity": "error",
              "source": {
                "column": 11,
                "file": "Samples/my library.json",
                "line": 20,
                "path": "$.books[7].id"
              },
              "value": {
                "string": "emma"
              }
            },
            {
              "code": "rule",
              "coreDataCode": 1550,
              "entity": "Author",
              "kind": {
                "rule": {
                  "_0": {
                    "predicate": {
                      "condition": {
                        "constant": true
                      },
                      "name": "authors have books"
                    }
                  },
                  "details": [
                    {
                      "name": "books",
                      "value": {
                        "objects": []
                      }
                    }
                  ],
                  "others": []
                }
              },
              "label": "frank",
              "message": "Author \"frank\": the rule \"authors have books\" must hold, but does not (books []).",
              "objectID": {
                "entityName": "Author",
                "isTemporary": false,
                "key": 1
              },
              "ruleSite": {
                "file": "Library/Model.swift",
                "line": 8
              },
              "severity": "warning"
            },
            {
              "code": "syntax",
              "coreDataCode": 1550,
              "kind": {
                "syntax": {
                  "_0": "A value is expected here, but the text ends."
                }
              },
              "message": "A value is expected here, but the text ends.",
              "severity": "error",
              "source": {
                "column": 1,
                "file": "Samples/my library.json",
                "line": 31
              }
            }
          ],
          "warnings": 1
        }
        """#)
  }

  @Test func `the JSON of a failed load is the same at each run`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Book") {
        Attribute("id", Int.self).identifying()
        Relationship("next", to: "Book", inverse: "former")
        Relationship("former", to: "Book", inverse: "next")
      }
    }
    let data = #"[{"id": 1, "next": 3}, {"id": 2, "next": 3}, {"id": 3}, {"id": 3}, {"ID": 4}]"#
    let texts = try (0..<2).map { _ in
      let report = #expect(throws: ValidationReport.self) {
        try ManagedObjectContext(model: model).load(.text(data, as: "Book", name: "b.json"))
      }
      return try #require(report).rendered(as: .json)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains(#""objectID""#) && !texts[0].contains("storeID"))
    let decoded = try JSONDecoder().decode(ValidationReport.self, from: Data(texts[0].utf8))
    #expect(decoded.rendered(as: .json) == texts[0] && decoded.count > 2)
    let ids = decoded.compactMap(\.objectID)
    #expect(ids.allSatisfy { $0.isTemporary && $0.storeID == .none } && Set(ids).count > 1)
  }

  @Test func `an ID that is encoded by itself has its store`() throws {
    let id = ManagedObjectID(entityName: "Book", key: 3, storeID: .none, isTemporary: true)
    let decoded = try JSONDecoder().decode(ManagedObjectID.self, from: JSONEncoder().encode(id))
    #expect(decoded == id && decoded.isTemporary && decoded.entityName == "Book")
  }
}
