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
