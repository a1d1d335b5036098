// Two contexts change the same book, and each merge policy says what becomes of it:
// `swift run two-contexts`.
// Exit codes: 0 done, 64 usage.

import Armature
import Foundation

let usage = "usage: two-contexts"
switch CommandLine.arguments.dropFirst() {
case []: break
case ["--help"], ["-h"]:
  print(usage)
  exit(0)
default:
  FileHandle.standardError.write(Data("\(usage)\n".utf8))
  exit(64)
}

let model = try LibraryModel.model()
try TwoContexts(model).refreshAndSaveAgain()
for (name, policy) in LibraryModel.policies { try TwoContexts(model).save(policy, name) }
try TwoContexts(model).deleteMeanwhile()
try TwoContexts(model).addTags()
