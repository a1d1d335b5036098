// Two processes edit one file, and each sees the saves of the other: `swift run sync-two-processes <file>`. The
// file must not exist yet. Anna merges the saves of others automatically; Ben receives conflicts.
// Exit codes: 0 done, 64 usage, 65 the file exists.

import Foundation

/// The commands of both people, in order.
let script: [(name: String, commands: [String])] = [
  ("Anna", ["add milk", "add bread", "save"]),
  ("Ben", ["show", "count milk 2", "save"]),
  ("Anna", ["show", "note milk fresh"]),
  // Both change the milk, but different properties: nothing is lost.
  ("Ben", ["count milk 3", "save"]),
  ("Anna", ["save", "show"]),
  // Both change the same property: a conflict.
  ("Ben", ["count milk 6"]),
  ("Anna", ["count milk 5", "save"]),
  ("Ben", ["save", "policy storeTrumps", "save", "show"]),
  ("Ben", ["count milk 7"]),
  ("Anna", ["count milk 8", "save"]),
  ("Ben", ["policy objectTrumps", "save"]),
  ("Anna", ["show", "delete bread", "add tea", "save"]),
  ("Ben", ["show", "delete tea", "add salt", "save"]),
  ("Anna", ["show", "history"]),
]

func fail(_ text: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
  exit(code)
}

let arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.first, arguments.count == 1 || arguments.last == "partner" else {
  fail("usage: sync-two-processes <file>", 64)
}
if arguments.count == 2 {
  try Partner.run(Editor("Ben", file, isFollowing: false))
  exit(0)
}
if FileManager.default.fileExists(atPath: file) { fail("\(file): there is such a file", 65) }
let anna = try Editor("Anna", file, isFollowing: true)
let ben = try Partner(file)
for (name, commands) in script {
  for command in commands {
    print("\(name): \(command)")
    let lines = name == "Anna" ? try anna.perform(command) : ben.perform(command)
    for line in lines { print("  \(line)") }
  }
}
exit(try ben.end())
