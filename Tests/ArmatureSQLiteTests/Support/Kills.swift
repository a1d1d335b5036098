#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Foundation

/// Kills processes at arbitrary moments.
enum Kills {
  /// Returns the number of kills per test; an environment variable allows a long run.
  static func count(usual: Int) -> Int {
    ProcessInfo.processInfo.environment["ARMATURE_KILLS"].flatMap(Int.init) ?? usual
  }

  /// Kills this process after a number of microseconds.
  static func killThisProcess(after delay: Int) {
    Thread.detachNewThread {
      usleep(UInt32(delay))
      kill(getpid(), SIGKILL)
    }
  }
}
