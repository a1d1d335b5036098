// A stand-in for the module Darwin, to type-check on other systems: the signatures of the macOS and iOS SDKs as Swift
// imports them. Each group names its header, or its file in the Swift overlay. Headers are from
// apple-oss-distributions. A pointer without nullability in a header is imported as `!`.
//
// Deliberately missing, because the module does not contain them on all systems: `getentropy` (sys/random.h is not in
// iOS's module map), `_NSGetEnviron` (crt_externs.h is imported by name).
@_exported public import DarwinTypes

public typealias Path = UnsafePointer<CChar>
public typealias Text = UnsafeMutablePointer<CChar>
func absent() -> Never { fatalError("a stand-in has no code") }

// Swift, stdlib/public/Platform/Platform.swift
public var errno: Int32 {
  get { absent() }
  set { absent() }
}
public var environ: UnsafeMutablePointer<Text?> { absent() }
public var stdin: UnsafeMutablePointer<FILE> {
  get { absent() }
  set { absent() }
}
public var stdout: UnsafeMutablePointer<FILE> {
  get { absent() }
  set { absent() }
}
public var stderr: UnsafeMutablePointer<FILE> {
  get { absent() }
  set { absent() }
}
public func open(_ path: Path, _ oflag: Int32) -> Int32 { absent() }
public func open(_ path: Path, _ oflag: Int32, _ mode: mode_t) -> Int32 { absent() }
public func openat(_ fd: Int32, _ path: Path, _ oflag: Int32) -> Int32 { absent() }
public func openat(_ fd: Int32, _ path: Path, _ oflag: Int32, _ mode: mode_t) -> Int32 { absent() }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { absent() }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { absent() }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { absent() }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { absent() }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { absent() }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { absent() }
public var SIG_DFL: sig_t? { absent() }
public var SIG_IGN: sig_t { absent() }
public var S_IFMT: mode_t { absent() }
public var S_IFREG: mode_t { absent() }
public var S_IFDIR: mode_t { absent() }
public var S_IFLNK: mode_t { absent() }
public var S_IFCHR: mode_t { absent() }
public var S_IFIFO: mode_t { absent() }

// xnu, bsd/sys/fcntl.h; flock and its constants from the same
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { absent() }
public let O_RDONLY: Int32 = 0x0, O_WRONLY: Int32 = 0x1, O_RDWR: Int32 = 0x2, O_NONBLOCK: Int32 = 0x4,
  O_APPEND: Int32 = 0x8, O_NOFOLLOW: Int32 = 0x100, O_CREAT: Int32 = 0x200, O_TRUNC: Int32 = 0x400,
  O_EXCL: Int32 = 0x800, O_NOCTTY: Int32 = 0x20000, O_DIRECTORY: Int32 = 0x100000,
  O_CLOEXEC: Int32 = 0x1000000
public let F_FULLFSYNC: Int32 = 51, F_DUPFD_CLOEXEC: Int32 = 67, F_SETNOSIGPIPE: Int32 = 73
public let LOCK_SH: Int32 = 1, LOCK_EX: Int32 = 2, LOCK_NB: Int32 = 4, LOCK_UN: Int32 = 8

// xnu, bsd/sys/stat.h
@discardableResult public func stat(_: Path!, _: UnsafeMutablePointer<stat>!) -> Int32 { absent() }
@discardableResult public func lstat(_: Path!, _: UnsafeMutablePointer<stat>!) -> Int32 { absent() }
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { absent() }
@discardableResult public func mkdir(_: Path!, _: mode_t) -> Int32 { absent() }
@discardableResult public func mkfifo(_: Path!, _: mode_t) -> Int32 { absent() }
@discardableResult public func chmod(_: Path!, _: mode_t) -> Int32 { absent() }
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { absent() }
@discardableResult public func umask(_: mode_t) -> mode_t { absent() }

// Libc, include/unistd.h
@discardableResult public func access(_: Path!, _: Int32) -> Int32 { absent() }
@discardableResult public func chown(_: Path!, _: uid_t, _: gid_t) -> Int32 { absent() }
@discardableResult public func seteuid(_: uid_t) -> Int32 { absent() }
@discardableResult public func close(_: Int32) -> Int32 { absent() }
@discardableResult public func dup(_: Int32) -> Int32 { absent() }
@discardableResult public func dup2(_: Int32, _: Int32) -> Int32 { absent() }
@discardableResult public func fchown(_: Int32, _: uid_t, _: gid_t) -> Int32 { absent() }
@discardableResult public func fsync(_: Int32) -> Int32 { absent() }
@discardableResult public func ftruncate(_: Int32, _: off_t) -> Int32 { absent() }
@discardableResult public func getcwd(_: Text!, _: Int) -> Text! { absent() }
@discardableResult public func geteuid() -> uid_t { absent() }
@discardableResult public func getpid() -> pid_t { absent() }
@discardableResult public func isatty(_: Int32) -> Int32 { absent() }
@discardableResult public func link(_: Path!, _: Path!) -> Int32 { absent() }
@discardableResult public func symlink(_: Path!, _: Path!) -> Int32 { absent() }
@discardableResult public func pipe(_: UnsafeMutablePointer<Int32>!) -> Int32 { absent() }
@discardableResult public func pread(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: off_t) -> Int { absent() }
@discardableResult public func pwrite(_: Int32, _: UnsafeRawPointer!, _: Int, _: off_t) -> Int { absent() }
@discardableResult public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int { absent() }
@discardableResult public func readlink(_: Path!, _: Text!, _: Int) -> Int { absent() }
@discardableResult public func rmdir(_: Path!) -> Int32 { absent() }
@discardableResult public func sysconf(_: Int32) -> Int { absent() }
@discardableResult public func truncate(_: Path!, _: off_t) -> Int32 { absent() }
@discardableResult public func unlink(_: Path!) -> Int32 { absent() }
@discardableResult public func unlinkat(_: Int32, _: Path!, _: Int32) -> Int32 { absent() }
@discardableResult public func usleep(_: useconds_t) -> Int32 { absent() }
@discardableResult public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { absent() }
@discardableResult public func fchdir(_: Int32) -> Int32 { absent() }
@discardableResult public func chdir(_: Path!) -> Int32 { absent() }
public func _exit(_: Int32) -> Never { absent() }
public let W_OK: Int32 = 2, R_OK: Int32 = 4, X_OK: Int32 = 1, F_OK: Int32 = 0
public let STDIN_FILENO: Int32 = 0, STDOUT_FILENO: Int32 = 1, STDERR_FILENO: Int32 = 2
public let _SC_NPROCESSORS_ONLN: Int32 = 58
// Prohibited on tvOS and watchOS: __WATCHOS_PROHIBITED __TVOS_PROHIBITED.
#if !PROHIBITED
@discardableResult public func execve(
  _: Path!, _: UnsafePointer<Text?>!, _: UnsafePointer<Text?>!
) -> Int32 { absent() }
#endif

// Libc, include/_stdio.h and xnu, bsd/sys/stdio.h
@discardableResult public func rename(_: Path!, _: Path!) -> Int32 { absent() }
@discardableResult public func remove(_: Path!) -> Int32 { absent() }
@discardableResult public func fflush(_: UnsafeMutablePointer<FILE>!) -> Int32 { absent() }
@discardableResult public func setvbuf(_: UnsafeMutablePointer<FILE>!, _: Text!, _: Int32, _: Int) -> Int32 {
  absent()
}
public let _IOLBF: Int32 = 1

// Libc, include/_stdlib.h and include/malloc/_malloc.h
@discardableResult public func abs(_: Int32) -> Int32 { absent() }
public func arc4random_buf(_: UnsafeMutableRawPointer!, _: Int) { absent() }
public func calloc(_: Int, _: Int) -> UnsafeMutableRawPointer! { absent() }
public func exit(_: Int32) -> Never { absent() }
public func free(_: UnsafeMutableRawPointer!) { absent() }
public func getenv(_: Path!) -> Text! { absent() }
public func malloc(_: Int) -> UnsafeMutableRawPointer! { absent() }
@discardableResult public func mkdtemp(_: Text!) -> Text! { absent() }
public func realloc(_: UnsafeMutableRawPointer!, _: Int) -> UnsafeMutableRawPointer! { absent() }
public func realpath(_: Path!, _: Text!) -> Text! { absent() }
@discardableResult public func setenv(_: Path!, _: Path!, _: Int32) -> Int32 { absent() }
@discardableResult public func unsetenv(_: Path!) -> Int32 { absent() }

// Libc, include/_string.h and include/_strings.h
public func memchr(_: UnsafeRawPointer!, _: Int32, _: Int) -> UnsafeMutableRawPointer! { absent() }
@discardableResult public func memcmp(_: UnsafeRawPointer!, _: UnsafeRawPointer!, _: Int) -> Int32 { absent() }
@discardableResult public func memcpy(
  _: UnsafeMutableRawPointer!, _: UnsafeRawPointer!, _: Int
) -> UnsafeMutableRawPointer! { absent() }
@discardableResult public func memmove(
  _: UnsafeMutableRawPointer!, _: UnsafeRawPointer!, _: Int
) -> UnsafeMutableRawPointer! { absent() }
@discardableResult public func memset(
  _: UnsafeMutableRawPointer!, _: Int32, _: Int
) -> UnsafeMutableRawPointer! { absent() }
@discardableResult public func memset_s(
  _: UnsafeMutableRawPointer!, _: Int, _: Int32, _: Int
) -> Int32 { absent() }
public func strdup(_: Path!) -> Text! { absent() }
public func strerror(_: Int32) -> Text! { absent() }
public func strlen(_: Path!) -> Int { absent() }
public func index(_: Path!, _: Int32) -> Text! { absent() }

// Libc, include/dirent.h
public func opendir(_: Path!) -> UnsafeMutablePointer<DIR>! { absent() }
public func readdir(_: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { absent() }
@discardableResult public func closedir(_: UnsafeMutablePointer<DIR>!) -> Int32 { absent() }

// dyld, include/dlfcn.h
public func dlopen(_: Path!, _: Int32) -> UnsafeMutableRawPointer! { absent() }
public func dlsym(_: UnsafeMutableRawPointer!, _: Path!) -> UnsafeMutableRawPointer! { absent() }
public func dlerror() -> Text! { absent() }
public let RTLD_NOW: Int32 = 2, RTLD_LOCAL: Int32 = 4, RTLD_GLOBAL: Int32 = 8

// xnu, bsd/sys/errno.h
public let EPERM: Int32 = 1, ENOENT: Int32 = 2, EINTR: Int32 = 4, EACCES: Int32 = 13, EEXIST: Int32 = 17,
  ENOTDIR: Int32 = 20, EISDIR: Int32 = 21, EINVAL: Int32 = 22, EFBIG: Int32 = 27, ENOSPC: Int32 = 28,
  EROFS: Int32 = 30, EPIPE: Int32 = 32, EAGAIN: Int32 = 35, EWOULDBLOCK: Int32 = 35, ENOTSUP: Int32 = 45,
  ELOOP: Int32 = 62, EDQUOT: Int32 = 69

// xnu, bsd/sys/syslimits.h
public let PATH_MAX: Int32 = 1024

// xnu, bsd/sys/poll.h
@discardableResult public func poll(_: UnsafeMutablePointer<pollfd>!, _: nfds_t, _: Int32) -> Int32 { absent() }
public let POLLIN: Int32 = 0x1, POLLOUT: Int32 = 0x4, POLLHUP: Int32 = 0x10

// xnu, bsd/sys/ttycom.h
public var TIOCGWINSZ: UInt { absent() }

// xnu, bsd/sys/resource.h
@discardableResult public func getrlimit(_: Int32, _: UnsafeMutablePointer<rlimit>!) -> Int32 { absent() }
@discardableResult public func setrlimit(_: Int32, _: UnsafePointer<rlimit>!) -> Int32 { absent() }
public let RLIMIT_FSIZE: Int32 = 1

// xnu, bsd/sys/socket.h; MSG_NOSIGNAL is missing in the SDKs of some supported systems
public func socket(_: Int32, _: Int32, _: Int32) -> Int32 { absent() }
@discardableResult public func bind(_: Int32, _: UnsafePointer<sockaddr>!, _: socklen_t) -> Int32 { absent() }
@discardableResult public func listen(_: Int32, _: Int32) -> Int32 { absent() }
@discardableResult public func accept(
  _: Int32, _: UnsafeMutablePointer<sockaddr>!, _: UnsafeMutablePointer<socklen_t>!
) -> Int32 { absent() }
@discardableResult public func connect(_: Int32, _: UnsafePointer<sockaddr>!, _: socklen_t) -> Int32 { absent() }
@discardableResult public func send(_: Int32, _: UnsafeRawPointer!, _: Int, _: Int32) -> Int { absent() }
@discardableResult public func setsockopt(
  _: Int32, _: Int32, _: Int32, _: UnsafeRawPointer!, _: socklen_t
) -> Int32 { absent() }
@discardableResult public func shutdown(_: Int32, _: Int32) -> Int32 { absent() }
public let AF_UNIX: Int32 = 1, SOCK_STREAM: Int32 = 1, SOL_SOCKET: Int32 = 0xffff
public let SO_NOSIGPIPE: Int32 = 0x1022, SHUT_RDWR: Int32 = 2

// Libc, include/signal.h and xnu, bsd/sys/signal.h, bsd/sys/wait.h
@discardableResult public func signal(
  _: Int32, _: (@convention(c) (Int32) -> Void)!
) -> (@convention(c) (Int32) -> Void)! { absent() }
@discardableResult public func kill(_: pid_t, _: Int32) -> Int32 { absent() }
@discardableResult public func raise(_: Int32) -> Int32 { absent() }
@discardableResult public func sigemptyset(_: UnsafeMutablePointer<sigset_t>!) -> Int32 { absent() }
@discardableResult public func sigaddset(_: UnsafeMutablePointer<sigset_t>!, _: Int32) -> Int32 { absent() }
@discardableResult public func waitpid(_: pid_t, _: UnsafeMutablePointer<Int32>!, _: Int32) -> pid_t { absent() }
@discardableResult public func waitid(
  _: idtype_t, _: id_t, _: UnsafeMutablePointer<siginfo_t>!, _: Int32
) -> Int32 { absent() }
public let SIGINT: Int32 = 2, SIGKILL: Int32 = 9, SIGPIPE: Int32 = 13, SIGTERM: Int32 = 15, SIGSTOP: Int32 = 17,
  SIGCONT: Int32 = 19, SIGXFSZ: Int32 = 25
public var P_PID: idtype_t { absent() }
public let WEXITED: Int32 = 0x4, WNOWAIT: Int32 = 0x20, WNOHANG: Int32 = 0x1

// xnu, libsyscall/wrappers/spawn/spawn.h; prohibited on tvOS and watchOS: __API_UNAVAILABLE(watchos, tvos)
#if !PROHIBITED
@discardableResult public func posix_spawn(
  _: UnsafeMutablePointer<pid_t>!, _: Path!, _: UnsafePointer<posix_spawn_file_actions_t?>!,
  _: UnsafePointer<posix_spawnattr_t?>!, _: UnsafePointer<Text?>!, _: UnsafePointer<Text?>!
) -> Int32 { absent() }
@discardableResult public func posix_spawn_file_actions_init(
  _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { absent() }
@discardableResult public func posix_spawn_file_actions_destroy(
  _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { absent() }
@discardableResult public func posix_spawn_file_actions_adddup2(
  _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _: Int32, _: Int32
) -> Int32 { absent() }
@discardableResult public func posix_spawnattr_init(_: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 {
  absent()
}
@discardableResult public func posix_spawnattr_destroy(_: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 {
  absent()
}
@discardableResult public func posix_spawnattr_setsigmask(
  _: UnsafeMutablePointer<posix_spawnattr_t?>!, _: UnsafePointer<sigset_t>!
) -> Int32 { absent() }
@discardableResult public func posix_spawnattr_setsigdefault(
  _: UnsafeMutablePointer<posix_spawnattr_t?>!, _: UnsafePointer<sigset_t>!
) -> Int32 { absent() }
@discardableResult public func posix_spawnattr_setpgroup(
  _: UnsafeMutablePointer<posix_spawnattr_t?>!, _: pid_t
) -> Int32 { absent() }
@discardableResult public func posix_spawnattr_setflags(
  _: UnsafeMutablePointer<posix_spawnattr_t?>!, _: Int16
) -> Int32 { absent() }
public let POSIX_SPAWN_SETPGROUP: Int32 = 0x2, POSIX_SPAWN_SETSIGDEF: Int32 = 0x4, POSIX_SPAWN_SETSIGMASK: Int32 = 0x8
#endif

// Libc, include/time.h and include/_time.h
@discardableResult public func nanosleep(_: UnsafePointer<timespec>!, _: UnsafeMutablePointer<timespec>!) -> Int32 {
  absent()
}
@discardableResult public func time(_: UnsafeMutablePointer<time_t>!) -> time_t { absent() }
public func clock_gettime_nsec_np(_: clockid_t) -> UInt64 { absent() }
public struct clockid_t { public init() {} }
public var CLOCK_UPTIME_RAW: clockid_t { absent() }

// Libc, include/_xlocale.h and include/_wchar.h
@discardableResult public func newlocale(_: Int32, _: Path!, _: locale_t!) -> locale_t! { absent() }
@discardableResult public func uselocale(_: locale_t!) -> locale_t! { absent() }
public func wcwidth(_: wchar_t) -> Int32 { absent() }
public let LC_CTYPE_MASK: Int32 = 1 << 1

// libpthread, include/pthread/pthread.h
@discardableResult public func pthread_mutex_init(
  _: UnsafeMutablePointer<pthread_mutex_t>, _: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { absent() }
@discardableResult public func pthread_mutex_destroy(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { absent() }
@discardableResult public func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { absent() }
@discardableResult public func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { absent() }
public func pthread_self() -> pthread_t { absent() }
public func pthread_equal(_: pthread_t?, _: pthread_t?) -> Int32 { absent() }
public func pthread_main_np() -> Int32 { absent() }

// Libm, math.h through the overlay tgmath.swift.gyb
public func pow(_: Double, _: Double) -> Double { absent() }

// copyfile, copyfile.h
@discardableResult public func fcopyfile(_: Int32, _: Int32, _: copyfile_state_t!, _: copyfile_flags_t) -> Int32 {
  absent()
}
public var COPYFILE_ACL: Int32 { 1 << 0 }
public var COPYFILE_XATTR: Int32 { 1 << 2 }
