#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Exits this process after flushing C's output.
func endProcess(_ status: Int32) -> Never { exit(status) }
