import Foundation
import Testing

/// Runs statements on a file as another program would.
func runSQL(_ sql: String, _ path: String) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [
    "python3", "-c",
    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit(); c.close()",
    path, sql,
  ]
  try process.run()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0)
}

/// Expects that a program of somebody else finds nothing wrong with a file.
func expectIntact(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(throws: Never.self, sourceLocation: sourceLocation) {
    // A table that takes nothing but what is said of a whole file.
    try runSQL(
      """
      CREATE TEMP TABLE found (words CHECK (words = 'ok'));
      INSERT INTO found SELECT * FROM pragma_integrity_check;
      INSERT INTO found SELECT "table" FROM pragma_foreign_key_check;
      """, path)
  }
}

/// What another program finds by a statement: a line for each row, with the values as Python writes them.
func querySQL(_ sql: String, _ path: String) throws -> [String] {
  let (process, output) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [
    "python3", "-c",
    "import sqlite3, sys\nfor r in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*r)",
    path, sql,
  ]
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  try #require(process.terminationStatus == 0)
  return text.split(separator: "\n").map(String.init)
}
