// An editing session, step by step, with undo and redo: `swift run undo`.
// Exit codes: 0 done, 64 usage.

import Armature
import Foundation

let usage = "usage: undo"
switch CommandLine.arguments.dropFirst() {
case []: break
case ["--help"], ["-h"]:
  print(usage)
  exit(0)
default:
  FileHandle.standardError.write(Data("\(usage)\n".utf8))
  exit(64)
}

let session = EditingSession(try OutlineModel.context())
try session.run()
