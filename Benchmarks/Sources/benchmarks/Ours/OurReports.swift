import Armature

/// The library's side of reports: a range failure for each record of a file.
enum OurReports {
  static let lines = "lines"
  static let json = "json"

  /// Prints a report of `count` failures, created beforehand.
  static func printing(_ count: Int) -> [Subject] {
    let report = report(count)
    return [lines, json].map { name in
      .timed(name, operations: count) { print(report, as: name) }
    }
  }

  static func makeAndPrint(_ count: Int, as format: String) {
    print(report(count), as: format)
  }

  /// Writes objects with the values of such failures, created beforehand.
  static func objects(_ count: Int, named name: String) -> Subject {
    let context = ManagedObjectContext(model: model)
    for number in 0..<count {
      let object = expect { try context.insert("Failure") }
      object.subject = "Book"
      object.label = "978-\(number)"
      object.place = "pages"
      object.code = "range.tooSmall"
      object.severity = "error"
      object.message = "Book.pages must be from 1 to 10000, but is -\(number)."
      object.found = -number
      object.least = 1
      object.greatest = 10_000
      object.rule = "Library/LibraryModel.swift:41"
      object.file = "books.json"
      object.line = number + 1
      object.column = 42
      object.path = "$.books[\(number)].pages"
    }
    return .timed(name, operations: count) { sink(expect { try context.json() }) }
  }

  private static var model: ManagedObjectModel {
    expect {
      try ManagedObjectModel("Failures") {
        Entity("Failure") {
          for name in [
            "subject", "label", "place", "code", "severity", "message", "rule", "file", "path",
          ] {
            Attribute(name, String.self)
          }
          for name in ["found", "least", "greatest", "line", "column"] {
            Attribute(name, Int.self)
          }
        }
      }
    }
  }

  /// Returns a report like that of a load: the failures share common parts.
  private static func report(_ count: Int) -> ValidationReport {
    var report = ValidationReport()
    var failure = ValidationFailure(
      entity: "Book", keyPath: ["pages"],
      .rule(.range(minimum: 1, maximum: 10_000, excludesMaximum: false)),
      ruleSite: DeclarationSite(file: "Library/LibraryModel.swift", line: 41))
    for number in 0..<count {
      failure.label = "978-\(number)"
      failure.value = .int(Int64(-number))
      failure.source = InputPosition(
        file: "books.json", line: number + 1, column: 42, path: "$.books[\(number)].pages")
      report.append(failure)
    }
    return report
  }

  private static func print(_ report: ValidationReport, as format: String) {
    var counter = ByteCounter()
    report.write(as: format == json ? .json : .lines, to: &counter)
    precondition(counter.count > 80 * report.count, "every failure is printed")
  }
}

/// A stream that counts bytes.
private struct ByteCounter: TextOutputStream {
  var count = 0

  mutating func write(_ text: String) { count += text.utf8.count }
}
