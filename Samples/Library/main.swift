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

func finish(_ report: ValidationReport) -> Never {
  exit(report.hasSyntaxErrors ? 65 : report.isValid ? 0 : 1)
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
  case _ where argument.hasPrefix("--format="):
    arguments = ["--format", String(argument.dropFirst("--format=".count))] + arguments
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
let showsProgress = isatty(FileHandle.standardError.fileDescriptor) == 1
// Valid objects are kept, so that they can be counted.
let options = LoadOptions(
  onFailure: .keepValid,
  progress: { count in
    if showsProgress, Date().timeIntervalSince(started) > 1 { complain("\(count) records read …") }
  })

do {
  let sources = files.map { LoadSource.file($0 == "-" ? "/dev/stdin" : $0) }
  let result = try context.load(sources, options: options)
  if format == .text {
    for entity in model.entities {
      let leftOut = result.leftOut[entity.name].map { ", and \($0) not valid" } ?? ""
      print("\(entity.name): \(result.counts[entity.name] ?? 0)\(leftOut)")
    }
  }
  if !result.report.isEmpty || format != .text { print(result.report.rendered(as: format)) }
  finish(result.report)
} catch let report as ValidationReport {
  // Truncated text has no valid part.
  print(report.rendered(as: format))
  finish(report)
} catch let error as FileReadError {
  complain("\(error)")
  exit(66)
}
