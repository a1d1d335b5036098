#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends this process; what C has not written yet is.
func endProcess(_ status: Int32) -> Never { exit(status) }
