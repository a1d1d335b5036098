#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Limits the size of the files that the process can write, like a full disk; `nil` removes the limit.
///
/// The system ends the process in this case, unless it ignores SIGXFSZ.
func limitFiles(to size: Int?) {
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  var limit = rlimit()
  getrlimit(resource, &limit)
  limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
  setrlimit(resource, &limit)
}
