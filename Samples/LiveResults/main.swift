// Lists that follow their objects, and observers of single properties: `swift run live-results`.
// Exit codes: 0 done, 64 usage.

import Armature
import Foundation

let usage = "usage: live-results"
switch CommandLine.arguments.dropFirst() {
case []: break
case ["--help"], ["-h"]:
  print(usage)
  exit(0)
default:
  FileHandle.standardError.write(Data("\(usage)\n".utf8))
  exit(64)
}

let session = try ChartSession()
try session.run()
try session.observe()
