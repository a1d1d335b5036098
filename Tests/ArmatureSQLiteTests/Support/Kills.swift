#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Foundation

/// Processes that are killed at any moment.
enum Kills {
  /// How often a test kills a process; a variable of the environment makes a long run of it.
  static func count(usual: Int) -> Int {
    ProcessInfo.processInfo.environment["ARMATURE_KILLS"].flatMap(Int.init) ?? usual
  }

  /// Kills this process after so many microseconds, whatever it is doing.
  static func killThisProcess(after delay: Int) {
    Thread.detachNewThread {
      usleep(UInt32(delay))
      kill(getpid(), SIGKILL)
    }
  }
}
