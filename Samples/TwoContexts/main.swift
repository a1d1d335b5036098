// Two contexts change the same book, with each merge policy in turn:
// `swift run two-contexts`.
// Exit codes: 0 done, 64 usage.

import Armature
import Foundation

guard CommandLine.arguments.count == 1 else {
  FileHandle.standardError.write(Data("usage: two-contexts\n".utf8))
  exit(64)
}

let model = try LibraryModel.model()
try TwoContexts(model).refreshAndSaveAgain()
for (name, policy) in LibraryModel.policies { try TwoContexts(model).save(policy, name) }
try TwoContexts(model).deleteMeanwhile()
try TwoContexts(model).addTags()
