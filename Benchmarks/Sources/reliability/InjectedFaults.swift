import Foundation

/// The calls of the system that fail when they are told to, in a process that has their library preloaded.
struct InjectedFaults {
  private typealias Arm =
    @convention(c) (UnsafePointer<CChar>, UInt32, Int, Int32, Int32, Int32) -> Void
  private typealias Disarm = @convention(c) () -> Int
  private let armFunction: Arm
  private let disarmFunction: Disarm

  private static let library = Worker.program.deletingLastPathComponent()
    .appending(path: "libInjectedFaults.so").path

  /// Whether processes can have it: on Linux, where it was built.
  static var isOffered: Bool { FileManager.default.fileExists(atPath: library) }

  /// What a process is started with to have it.
  static var environment: [String: String] { ["LD_PRELOAD": library] }

  /// - Throws: ``Failure`` in a process that was started without it.
  init() throws {
    let program = dlopen(nil, RTLD_NOW)
    guard let arm = dlsym(program, "faults_arm"), let disarm = dlsym(program, "faults_disarm")
    else {
      throw Failure("the process must be started with \(Self.library)")
    }
    armFunction = unsafeBitCast(arm, to: Arm.self)
    disarmFunction = unsafeBitCast(disarm, to: Disarm.self)
  }

  /// Lets the calls fail to the files in the folder of a store.
  func arm(_ path: String, _ fault: Fault, _ first: Int) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    armFunction(
      folder, fault.calls.rawValue, first, fault.error, fault.lasts ? 1 : 0, fault.how.rawValue)
  }

  /// Ends it, and returns how many calls have failed.
  func disarm() -> Int { disarmFunction() }
}
