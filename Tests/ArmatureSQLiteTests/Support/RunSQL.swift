import Foundation
import Testing

/// Runs statements on a file like another program.
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

/// Expects that another program finds no damage in a file.
func expectIntact(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(throws: Never.self, sourceLocation: sourceLocation) {
    // A table that accepts only the result for an intact file.
    try runSQL(
      """
      CREATE TEMP TABLE found (words CHECK (words = 'ok'));
      INSERT INTO found SELECT * FROM pragma_integrity_check;
      INSERT INTO found SELECT "table" FROM pragma_foreign_key_check;
      """, path)
  }
}

/// Returns the result of a statement in another program: a line for each row, with values in Python's notation.
func querySQL(_ sql: String, _ path: String) throws -> [String] {
  try output(
    of: "for r in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*r)", sql, path
  ).split(separator: "\n").map(String.init)
}

/// Runs a statement that must fail in another program, and returns the message.
func querySQLFailing(_ sql: String, _ path: String) throws -> String {
  try output(
    of: """
      try: sqlite3.connect(sys.argv[1]).execute(sys.argv[2])
      except Exception as e: print(e)
      """, sql, path)
}

/// Returns the text that a Python script prints about a statement and a file.
private func output(of script: String, _ sql: String, _ path: String) throws -> String {
  let (process, output) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-c", "import sqlite3, sys\n\(script)", path, sql]
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  try #require(process.terminationStatus == 0)
  return text
}
