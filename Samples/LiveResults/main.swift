// Lists that follow their objects, and observers of single properties: `swift run live-results`.
// Exit codes: 0 done, 64 usage.

import Armature
import Foundation

guard CommandLine.arguments.count == 1 else {
  FileHandle.standardError.write(Data("usage: live-results\n".utf8))
  exit(64)
}

let session = try ChartSession()
try session.run()
try session.observe()
