// A stand-in for the module MachO.

// dyld, include/mach-o/dyld.h: `extern int _NSGetExecutablePath(char* buf, uint32_t* bufsize)`
@discardableResult public func _NSGetExecutablePath(
  _: UnsafeMutablePointer<CChar>!, _: UnsafeMutablePointer<UInt32>!
) -> Int32 { fatalError("a stand-in has no code") }
