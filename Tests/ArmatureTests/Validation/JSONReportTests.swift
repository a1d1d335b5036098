import ArmatureModel
import Testing

@testable import Armature

@Suite struct JSONReportTests {
  @Test func `JSON has the facts, and the messages that follow from them`() {
    #expect(
      ReportFormatTests.report.rendered(as: .json) == #"""
        {
          "errors" : 4,
          "failures" : [
            {
              "code" : "length.tooShort",
              "coreDataCode" : 1670,
              "entity" : "Book",
              "keyPath" : [
                "title"
              ],
              "kind" : {
                "rule" : {
                  "_0" : {
                    "length" : {
                      "maximum" : 200,
                      "minimum" : 1
                    }
                  },
                  "actual" : 0,
                  "details" : [

                  ],
                  "others" : [

                  ]
                }
              },
              "label" : "dune",
              "message" : "Book.title must have 1 to 200 characters, but has 0.",
              "objectID" : {
                "entityName" : "Book",
                "isTemporary" : true,
                "number" : 3,
                "origin" : 7
              },
              "ruleSite" : {
                "file" : "Library/Model.swift",
                "line" : 8
              },
              "severity" : "error",
              "source" : {
                "column" : 20,
                "file" : "Samples/my library.json",
                "line" : 12,
                "path" : "$.books[3].title"
              },
              "value" : {
                "string" : ""
              }
            },
            {
              "code" : "key.unknown",
              "coreDataCode" : 1550,
              "entity" : "Book",
              "keyPath" : [
                "tilte"
              ],
              "kind" : {
                "unknownKey" : {
                  "suggestion" : "title"
                }
              },
              "label" : "dune",
              "message" : "Book.tilte is not a property of Book. Did you mean \"title\"?",
              "objectID" : {
                "entityName" : "Book",
                "isTemporary" : true,
                "number" : 3,
                "origin" : 7
              },
              "severity" : "error",
              "source" : {
                "column" : 8,
                "file" : "Samples/my library.json",
                "line" : 12,
                "path" : "$.books[3].tilte"
              }
            },
            {
              "code" : "identity.duplicate",
              "coreDataCode" : 1551,
              "entity" : "Book",
              "keyPath" : [
                "id"
              ],
              "kind" : {
                "duplicateIdentity" : {
                  "of" : {
                    "entity" : "Book",
                    "label" : "emma",
                    "source" : {
                      "column" : 5,
                      "file" : "Samples/my library.json",
                      "line" : 4,
                      "path" : "$.books[1]"
                    }
                  }
                }
              },
              "label" : "emma",
              "message" : "Book.id must identify one Book, but Book \"emma\" (Samples/my library.json:4:5) has \"emma\", too.",
              "severity" : "error",
              "source" : {
                "column" : 11,
                "file" : "Samples/my library.json",
                "line" : 20,
                "path" : "$.books[7].id"
              },
              "value" : {
                "string" : "emma"
              }
            },
            {
              "code" : "rule",
              "coreDataCode" : 1550,
              "entity" : "Author",
              "kind" : {
                "rule" : {
                  "_0" : {
                    "predicate" : {
                      "_1" : {
                        "constant" : {
                          "_0" : true
                        }
                      },
                      "name" : "authors have books"
                    }
                  },
                  "details" : [
                    {
                      "name" : "books",
                      "value" : {
                        "objects" : [

                        ]
                      }
                    }
                  ],
                  "others" : [

                  ]
                }
              },
              "label" : "frank",
              "message" : "Author \"frank\": the rule \"authors have books\" must hold, but does not (books []).",
              "objectID" : {
                "entityName" : "Author",
                "isTemporary" : false,
                "number" : 1,
                "origin" : 7
              },
              "ruleSite" : {
                "file" : "Library/Model.swift",
                "line" : 8
              },
              "severity" : "warning"
            },
            {
              "code" : "syntax",
              "coreDataCode" : 1550,
              "kind" : {
                "syntax" : {
                  "_0" : "A value must stand here, but the text ends."
                }
              },
              "message" : "A value must stand here, but the text ends.",
              "severity" : "error",
              "source" : {
                "column" : 1,
                "file" : "Samples/my library.json",
                "line" : 31
              }
            }
          ],
          "warnings" : 1
        }
        """#)
  }
}
