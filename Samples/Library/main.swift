// Validates a library's data: `swift run validate-library Samples/Library/library.json`.
// Exit codes: 0 clean, 1 findings, 64 usage, 65 unreadable data, 66 no input.

import Armature
import Foundation

let usage = """
  usage: validate-library [--format text|lines|json|github|junit|sarif] <file.json>...

  Checks library data against the model in LibraryModel.swift.
    validate-library Samples/Library/library.json
    validate-library --format lines Samples/Library/mistakes.json
  """

func complain(_ message: String) {
  FileHandle.standardError.write(Data((message + "\n").utf8))
}

var format = ReportFormat.text
var files: [String] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--help", "-h":
    print(usage)
    exit(0)
  case "--format":
    guard let name = arguments.popFirst(), let chosen = ReportFormat(rawValue: name) else {
      complain("--format must be one of text, lines, json, github, junit and sarif.\n\(usage)")
      exit(64)
    }
    format = chosen
  case _ where argument.hasPrefix("-") && argument != "-":
    complain("\(argument) is not an option.\n\(usage)")
    exit(64)
  default: files.append(argument)
  }
}
guard !files.isEmpty else {
  complain(usage)
  exit(64)
}

let model = try makeLibraryModel()
let context = ManagedObjectContext(model: model)
let started = Date()
let options = LoadOptions(progress: { count in
  if Date().timeIntervalSince(started) > 1 { complain("\(count) records read …") }
})

do {
  let sources = files.map { JSONSource.file($0 == "-" ? "/dev/stdin" : $0) }
  let result = try context.load(sources, options: options)
  if format == .text {
    for entity in model.entities {
      print("\(entity.name): \(result.counts[entity.name] ?? 0)")
    }
  }
  if !result.report.isEmpty || format != .text { print(result.report.rendered(as: format)) }
} catch let report as ValidationReport {
  print(report.rendered(as: format))
  exit(report.contains { $0.code == "syntax" } ? 65 : 1)
} catch let error as FileReadError {
  complain("\(error)")
  exit(66)
}
