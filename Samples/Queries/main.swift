// Asks the Chinook sample database ten questions, each in three notations:
// `swift run queries [--store <file>] <folder>`.
// Exit codes: 0 clean, 1 findings, 64 usage, 65 unreadable data, 66 no input.

import Armature
import ArmatureSQLite
import Foundation

let usage = """
  usage: queries [--store <file>] <folder>

  Asks the tables of the Chinook sample database ten questions: by typed members, by dynamic members
  and by text. The folder has a JSON file for each table. With --store they are loaded into a file of
  SQLite once, which answers.
  """

var arguments = CommandLine.arguments.dropFirst()
var store: String?
if arguments.count > 1, arguments.first == "--store" {
  store = arguments.dropFirst().first
  arguments = arguments.dropFirst(2)
}
guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
  let isHelp = arguments == ["--help"] || arguments == ["-h"]
  (isHelp ? FileHandle.standardOutput : .standardError).write(Data("\(usage)\n".utf8))
  exit(isHelp ? 0 : 64)
}

do {
  let context = try ShopModel.context(of: folder, store: store)
  var agree = true
  for question in try questions() where try !question.ask(context) { agree = false }
  exit(agree ? 0 : 1)
} catch let report as ValidationReport {
  print(report)
  exit(report.hasSyntaxErrors ? 65 : 1)
} catch let error as SQLiteStoreError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(66)
} catch let error as FileReadError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(66)
}
