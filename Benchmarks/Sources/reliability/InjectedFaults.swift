import Foundation

/// System calls that fail on request, in a process with a preloaded library.
struct InjectedFaults {
  private typealias Arm =
    @convention(c) (UnsafePointer<CChar>, UInt32, Int, Int32, Int32, Int32) -> Void
  private typealias Disarm = @convention(c) () -> Int
  private let armFunction: Arm
  private let disarmFunction: Disarm

  private static let library = Worker.program.deletingLastPathComponent()
    .appending(path: "libInjectedFaults.so").path

  /// Whether the library is available: on Linux, if it was built.
  static var isOffered: Bool { FileManager.default.fileExists(atPath: library) }

  /// The environment variables that preload the library into a process.
  static var environment: [String: String] { ["LD_PRELOAD": library] }

  /// - Throws: ``Failure`` if the process was started without the library.
  init() throws {
    let program = dlopen(nil, RTLD_NOW)
    guard let arm = dlsym(program, "faults_arm"), let disarm = dlsym(program, "faults_disarm")
    else {
      throw Failure("the process must be started with \(Self.library)")
    }
    armFunction = unsafeBitCast(arm, to: Arm.self)
    disarmFunction = unsafeBitCast(disarm, to: Disarm.self)
  }

  /// Makes calls on files in a store's folder fail.
  func arm(_ path: String, _ fault: Fault, _ first: Int) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    armFunction(
      folder, fault.calls.rawValue, first, fault.error, fault.lasts ? 1 : 0, fault.how.rawValue)
  }

  /// Stops the injection and returns the number of failed calls.
  func disarm() -> Int { disarmFunction() }
}
