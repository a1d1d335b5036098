// An editing session, step by step, with undo and redo: `swift run undo`.
// Exit codes: 0 done, 64 usage.

import Armature
import Foundation

guard CommandLine.arguments.count == 1 else {
  FileHandle.standardError.write(Data("usage: undo\n".utf8))
  exit(64)
}

let session = EditingSession(try OutlineModel.context())
try session.run()
