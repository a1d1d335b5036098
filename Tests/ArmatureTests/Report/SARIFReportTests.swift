import ArmatureModel
import TestSupport
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SARIFReportTests {
  @Test func `SARIF has a run with rules and results`() {
    #expect(
      ReportFormatTests.report.rendered(as: .sarif) == #"""
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "runs": [
            {
              "columnKind": "unicodeCodePoints",
              "results": [
                {
                  "level": "error",
                  "locations": [
                    {
                      "logicalLocations": [
                        {
                          "kind": "property",
                          "name": "Book \"dune\".title"
                        }
                      ],
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Samples/my%20library.json"
                        },
                        "region": {
                          "startColumn": 20,
                          "startLine": 12
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "Book.title must have 1 to 200 characters, but has 0."
                  },
                  "properties": {
                    "coreDataCode": 1670,
                    "path": "$.books[3].title",
                    "ruleSite": "Library/Model.swift:8"
                  },
                  "ruleId": "length.tooShort",
                  "ruleIndex": 0
                },
                {
                  "level": "error",
                  "locations": [
                    {
                      "logicalLocations": [
                        {
                          "kind": "property",
                          "name": "Book \"dune\".tilte"
                        }
                      ],
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Samples/my%20library.json"
                        },
                        "region": {
                          "startColumn": 8,
                          "startLine": 12
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "Book.tilte is not a property of Book. Did you mean \"title\"?"
                  },
                  "properties": {
                    "coreDataCode": 1550,
                    "path": "$.books[3].tilte"
                  },
                  "ruleId": "key.unknown",
                  "ruleIndex": 1
                },
                {
                  "level": "error",
                  "locations": [
                    {
                      "logicalLocations": [
                        {
                          "kind": "property",
                          "name": "Book \"emma\".id"
                        }
                      ],
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Samples/my%20library.json"
                        },
                        "region": {
                          "startColumn": 11,
                          "startLine": 20
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "Book.id must identify one Book, but Book \"emma\" (Samples/my library.json:4:5) has \"emma\", too."
                  },
                  "properties": {
                    "coreDataCode": 133021,
                    "path": "$.books[7].id"
                  },
                  "relatedLocations": [
                    {
                      "message": {
                        "text": "Book \"emma\""
                      },
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Samples/my%20library.json"
                        },
                        "region": {
                          "startColumn": 5,
                          "startLine": 4
                        }
                      }
                    }
                  ],
                  "ruleId": "identity.duplicate",
                  "ruleIndex": 2
                },
                {
                  "level": "warning",
                  "locations": [
                    {
                      "logicalLocations": [
                        {
                          "kind": "object",
                          "name": "Author \"frank\""
                        }
                      ]
                    }
                  ],
                  "message": {
                    "text": "Author \"frank\": the rule \"authors have books\" must hold, but does not (books [])."
                  },
                  "properties": {
                    "coreDataCode": 1550,
                    "ruleSite": "Library/Model.swift:8"
                  },
                  "ruleId": "rule",
                  "ruleIndex": 3
                },
                {
                  "level": "error",
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Samples/my%20library.json"
                        },
                        "region": {
                          "startColumn": 1,
                          "startLine": 31
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "A value is expected here, but the text ends."
                  },
                  "properties": {
                    "coreDataCode": 1550
                  },
                  "ruleId": "syntax",
                  "ruleIndex": 4
                }
              ],
              "tool": {
                "driver": {
                  "name": "Armature",
                  "rules": [
                    {
                      "id": "length.tooShort",
                      "shortDescription": {
                        "text": "Text, data or a list is shorter than its rule allows."
                      }
                    },
                    {
                      "id": "key.unknown",
                      "shortDescription": {
                        "text": "A key is not a property of the entity."
                      }
                    },
                    {
                      "id": "identity.duplicate",
                      "shortDescription": {
                        "text": "Two objects have the same identifying value."
                      }
                    },
                    {
                      "id": "rule",
                      "shortDescription": {
                        "text": "A named rule does not hold."
                      }
                    },
                    {
                      "id": "syntax",
                      "shortDescription": {
                        "text": "Text cannot be read."
                      }
                    }
                  ]
                }
              }
            }
          ],
          "version": "2.1.0"
        }
        """#)
  }

  @Test func `text cannot make placeholders or links in a message`() throws {
    let failure = ValidationFailure(
      entity: "Book", keyPath: ["title"], .rule(.pattern("a{0}")), value: "[here](http://a.example)"
    )
    let log = try JSONDecoder().decode(
      ReadLog.self, from: Data(ValidationReport([failure]).rendered(as: .sarif).utf8))
    #expect(
      log.runs[0].results[0].message.text
        == #"Book.title must match the pattern "a{{0}}", but is "[here\](http://a.example)"."#)
  }

  @Test(arguments: [
    ("a/b.json", "a/b.json"), ("/a b.json", "file:///a%20b.json"), ("100%.json", "100%25.json"),
    ("c:d.json", "c%3Ad.json"), ("ü\n", "%C3%BC%0A"), ("a?b#c", "a%3Fb%23c"), ("\u{1}", "%01"),
  ])
  func `a path becomes a URI`(path: String, uri: String) {
    #expect(path.pathAsURI == uri)
  }

  @Test(arguments: 0..<100)
  func `any report is a log with what the standard requires`(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let report = generator.report()
    let log = try JSONDecoder().decode(ReadLog.self, from: Data(report.rendered(as: .sarif).utf8))
    #expect(log.version == "2.1.0")
    #expect(log.runs.count == 1)
    let run = try #require(log.runs.first)
    #expect(run.columnKind == "unicodeCodePoints")
    let rules = run.tool.driver.rules.map { $0.id }
    #expect(Set(rules).count == rules.count)
    #expect(run.results.map(\.ruleId) == report.map(\.code))
    #expect(run.results.map(\.level) == report.map(\.severity.rawValue))
    for result in run.results {
      #expect(rules[result.ruleIndex] == result.ruleId)
      for place in result.locations.compactMap(\.physicalLocation) {
        let uri = place.artifactLocation.uri
        #expect(!uri.isEmpty && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(place.region?.startLine ?? 1 >= 1)
        #expect(place.region?.startColumn ?? 1 >= 1)
      }
    }
  }
}

/// The members that readers of the format rely on.
private struct ReadLog: Decodable {
  struct Run: Decodable {
    var tool: Tool
    var columnKind: String
    var results: [Result]
  }
  struct Tool: Decodable { var driver: Driver }
  struct Driver: Decodable {
    var name: String
    var rules: [Rule]
  }
  struct Rule: Decodable {
    var id: String
    var shortDescription: Message
  }
  struct Message: Decodable { var text: String }
  struct Result: Decodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
  }
  struct Location: Decodable { var physicalLocation: Place? }
  struct Place: Decodable {
    var artifactLocation: Artifact
    var region: Region?
  }
  struct Artifact: Decodable { var uri: String }
  struct Region: Decodable {
    var startLine: Int
    var startColumn: Int?
  }
  var version: String
  var runs: [Run]
}
