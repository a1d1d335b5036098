// The types of the stand-in for the module Darwin, as Swift imports them from the named headers. They are a separate
// module because a type and a function in one module cannot have the same name. Headers are from
// apple-oss-distributions: xnu, Libc, libpthread, copyfile. Only the types used by the project are included.

// xnu, bsd/sys/_types/*.h and bsd/i386/types.h
public typealias dev_t = Int32
public typealias gid_t = UInt32
public typealias id_t = UInt32
public typealias mode_t = UInt16
public typealias nlink_t = UInt16
public typealias off_t = Int64
public typealias pid_t = Int32
public typealias sigset_t = UInt32
public typealias time_t = Int
public typealias uid_t = UInt32
public typealias useconds_t = UInt32
public typealias wchar_t = Int32
public typealias sa_family_t = UInt8
public typealias socklen_t = UInt32
public typealias nfds_t = UInt32
public typealias rlim_t = UInt64
public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

// xnu, bsd/sys/_types/_timespec.h
public struct timespec {
  public var tv_sec = 0
  public var tv_nsec = 0
  public init() {}
  public init(tv_sec: Int, tv_nsec: Int) { (self.tv_sec, self.tv_nsec) = (tv_sec, tv_nsec) }
}

// xnu, bsd/sys/stat.h: __DARWIN_STRUCT_STAT64
public struct stat {
  public var st_dev: dev_t = 0
  public var st_mode: mode_t = 0
  public var st_nlink: nlink_t = 0
  public var st_ino: UInt64 = 0
  public var st_uid: uid_t = 0
  public var st_gid: gid_t = 0
  public var st_rdev: dev_t = 0
  public var st_atimespec = timespec()
  public var st_mtimespec = timespec()
  public var st_ctimespec = timespec()
  public var st_birthtimespec = timespec()
  public var st_size: off_t = 0
  public var st_blocks: Int64 = 0
  public var st_blksize: Int32 = 0
  public var st_flags: UInt32 = 0
  public var st_gen: UInt32 = 0
  public init() {}
}

// xnu, bsd/sys/fcntl.h: a type with the same name as the function
public struct flock {
  public var l_start: off_t = 0
  public var l_len: off_t = 0
  public var l_pid: pid_t = 0
  public var l_type: Int16 = 0
  public var l_whence: Int16 = 0
  public init() {}
}

// xnu, bsd/sys/dirent.h: d_name has 1024 elements
public struct dirent {
  public var d_ino: UInt64 = 0
  public var d_seekoff: UInt64 = 0
  public var d_reclen: UInt16 = 0
  public var d_namlen: UInt16 = 0
  public var d_type: UInt8 = 0
  public var d_name: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
  public init() {}
}
// Libc, include/dirent.h
public struct DIR {}
// Libc, include/_stdio.h
public struct FILE {}

// xnu, bsd/sys/poll.h
public struct pollfd {
  public var fd: Int32 = 0
  public var events: Int16 = 0
  public var revents: Int16 = 0
  public init() {}
  public init(fd: Int32, events: Int16, revents: Int16) {
    (self.fd, self.events, self.revents) = (fd, events, revents)
  }
}

// xnu, bsd/sys/ttycom.h
public struct winsize {
  public var ws_row: UInt16 = 0
  public var ws_col: UInt16 = 0
  public var ws_xpixel: UInt16 = 0
  public var ws_ypixel: UInt16 = 0
  public init() {}
}

// xnu, bsd/sys/resource.h
public struct rlimit {
  public var rlim_cur: rlim_t = 0
  public var rlim_max: rlim_t = 0
  public init() {}
}

// xnu, bsd/sys/socket.h and bsd/sys/un.h: sun_path has 104 elements
public struct sockaddr {
  public var sa_len: UInt8 = 0
  public var sa_family: sa_family_t = 0
  public init() {}
}
public struct sockaddr_un {
  public var sun_len: UInt8 = 0
  public var sun_family: sa_family_t = 0
  public var sun_path: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
  public init() {}
}

// xnu, bsd/sys/signal.h and bsd/sys/wait.h
public struct siginfo_t {
  public var si_signo: Int32 = 0
  public var si_code: Int32 = 0
  public var si_pid: pid_t = 0
  public var si_status: Int32 = 0
  public init() {}
}
public struct idtype_t: RawRepresentable, Equatable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
public typealias sig_t = @convention(c) (Int32) -> Void

// libpthread, include/sys/_pthread/_pthread_types.h
public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public struct pthread_mutex_t {
  public var __sig = 0
  public init() {}
}
public struct pthread_mutexattr_t { public init() {} }
public struct pthread_attr_t { public init() {} }

// xnu, libsyscall/wrappers/spawn/spawn.h: both are `void *`
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer

// Libc, include/_xlocale.h
public typealias locale_t = OpaquePointer

// copyfile, copyfile.h
public typealias copyfile_state_t = OpaquePointer
public typealias copyfile_flags_t = UInt32
