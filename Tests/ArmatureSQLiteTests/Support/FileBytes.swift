import Foundation
import Testing

/// The files of a folder and its subfolders, with their content.
///
/// Another process reads the files: if this one closed a database, the locks of its stores would be released.
func fileBytes(in folder: String) throws -> [String: String] {
  let lines = try output(of: "cd \"$1\" && find . -type f -exec sha256sum {} +", folder)
  var sums: [String: String] = [:]
  for line in lines {
    let words = line.split(separator: " ", maxSplits: 1)
    sums[words[1].trimmingCharacters(in: .whitespaces)] = String(words[0])
  }
  return sums
}

/// Returns the files in a folder that contain a text.
func files(containing text: String, in folder: String) throws -> [String] {
  try output(of: "grep -rlaF -e \"$2\" \"$1\" || true", folder, text)
}

/// Returns the files that this process has open and that contain a text, even if they have no name any more.
func openFiles(containing text: String) throws -> [String] {
  try output(
    of: """
      for file in "$1"/*; do
        if [ -f "$file" ] && grep -qaF -e "$2" "$file" 2>/dev/null; then readlink "$file"; fi
      done
      true
      """, "/proc/\(ProcessInfo.processInfo.processIdentifier)/fd", text)
}

/// Returns the lines that a shell script prints.
private func output(of script: String, _ arguments: String...) throws -> [String] {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", script, "sh"] + arguments
  process.standardOutput = pipe
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  try #require(process.terminationStatus == 0)
  return text.split(separator: "\n").map(String.init)
}
