import Armature
import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder in which compiled scripts are kept, each under a key of all that it was made from.
///
/// What is in it is never changed: it is made under a temporary name and renamed. So what another
/// version has put there is in nobody's way, and several commands at once see all of a file or none.
struct ScriptCache {
  let folder: String

  /// The user's cache: in `$XDG_CACHE_HOME`, else where the system has such folders.
  init(_ session: Session) {
    let home = session.variables["HOME"] ?? "/"
    #if canImport(Darwin)
      let usual = "\(home)/Library/Caches"
    #else
      let usual = "\(home)/.cache"
    #endif
    // The specification of base directories: a relative path is to be ignored.
    let chosen = session.variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder = (chosen ?? usual).appendingPath("armature")
  }

  /// Whether the thing of a kind with a key was made.
  ///
  /// What belongs to somebody else does not count: in a folder that others can write to, anybody could
  /// have put it there for this user to run.
  func has(_ kind: String, _ key: String) -> Bool {
    FileStatus(path(kind, key))?.isOwn ?? false
  }

  /// Where the thing of a kind with a key is, whether it was made or not.
  func path(_ kind: String, _ key: String) -> String {
    folder.appendingPath(kind).appendingPath(key)
  }

  /// Makes something in an empty folder: of the cache, or, with a warning, in one for temporary files where
  /// the cache cannot be written or has no room.
  ///
  /// - Parameter body: Gets the folder, and whether what is made in it can be kept.
  func make<Result>(
    _ session: Session, _ body: (TemporaryFolder, _ canKeep: Bool) throws -> Result
  ) throws -> Result {
    do {
      if folder.hasForeignBytes {
        throw CommandError(
          .inputOutput, "\(folder.shown) must be UTF-8 for the compiler, but is not.")
      }
      try Files.makeFolder(folder, mode: 0o700)
      return try body(TemporaryFolder(in: folder), true)
    } catch let error as CommandError where error.status == .inputOutput {
      warn(error, session)
      return try body(TemporaryFolder(in: session.temporaryFolder), false)
    }
  }

  /// Gives what was made its place, and removes what was made more than 30 days ago.
  ///
  /// - Returns: Whether it is there; a warning tells why it is not.
  func keep(_ path: String, _ kind: String, _ key: String, _ session: Session) -> Bool {
    let place = self.path(kind, key)
    do throws(CommandError) {
      try Files.makeFolder(place.parentPath, mode: 0o700)
      try Files.move(path, to: place)
    } catch {
      // Another command may have been faster, and made the same.
      if !has(kind, key) {
        warn(error, session)
        return false
      }
    }
    removeOld(in: place.parentPath)
    removeOld(in: folder, named: "temporary-")
    return true
  }

  private func warn(_ error: CommandError, _ session: Session) {
    session.warn("Compiled scripts cannot be cached: \(error.message)", about: folder)
  }

  private func removeOld(in folder: String, named prefix: String = "") {
    let oldest = (Int(time(nil)) - 30 * 86_400) * 1_000_000_000
    for name in (try? Files.names(in: folder)) ?? [] where name.hasPrefix(prefix) {
      let path = folder.appendingPath(name)
      if let status = FileStatus(path), status.changed < oldest { Files.remove(path) }
    }
  }

  /// A key for everything that something is made from.
  static func key(_ ingredients: [String], files: [String] = []) -> String {
    // The hash of the model's fingerprints, which is no public API: one hash for the whole package.
    var hasher = FingerprintHasher()
    for ingredient in ingredients { hasher.add(ingredient) }
    for path in files {
      // A path, a size and a time stand for the content: to read 20 MB of library at each start
      // would take longer than most scripts run.
      let status = FileStatus(path)
      hasher.add(path)
      hasher.add(status?.size ?? -1)
      hasher.add(status?.changed ?? -1)
    }
    return hasher.fingerprint.description
  }
}
