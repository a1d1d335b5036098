import Armature
import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder of compiled scripts. Each script has a key that is derived from all its inputs.
///
/// An entry is created under a temporary name, then renamed, and never changed after that. Entries of other versions do
/// no harm. Another command that runs at the same time sees an entry completely or not at all.
struct ScriptCache {
  let folder: String

  /// The user's cache: in `$XDG_CACHE_HOME`, otherwise in the system's usual place.
  init(_ session: Session) {
    let home = session.variables["HOME"] ?? "/"
    #if canImport(Darwin)
      let usual = "\(home)/Library/Caches"
    #else
      let usual = "\(home)/.cache"
    #endif
    // The XDG Base Directory specification requires that relative paths are ignored.
    let chosen = session.variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder = (chosen ?? usual).appendingPath("armature")
  }

  /// Returns whether an entry exists.
  ///
  /// Entries that another user owns are ignored. If others can write to the folder, anyone could have placed a program
  /// there for this user to run.
  func has(_ kind: String, _ key: String) -> Bool {
    FileStatus(path(kind, key))?.isOwn ?? false
  }

  /// Returns the path of an entry, whether it exists or not.
  func path(_ kind: String, _ key: String) -> String {
    folder.appendingPath(kind).appendingPath(key)
  }

  /// Creates something in an empty folder within the cache. If the cache is full or cannot be written to, prints a
  /// warning and uses a temporary folder.
  ///
  /// - Parameter body: A closure that receives the folder, and whether its contents can be kept.
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

  /// Moves a new entry to its place, and removes entries that are older than 30 days.
  ///
  /// - Returns: Whether the entry was kept. If not, a warning states the reason.
  func keep(_ path: String, _ kind: String, _ key: String, _ session: Session) -> Bool {
    let place = self.path(kind, key)
    do throws(CommandError) {
      try Files.makeFolder(place.parentPath, mode: 0o700)
      try Files.move(path, to: place)
    } catch {
      // Another process may have created the same entry first.
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

  /// Returns a key for all inputs of an entry.
  static func key(_ ingredients: [String], files: [String] = []) -> String {
    // The hash of model fingerprints, which is not public API: one hash for the whole package.
    var hasher = FingerprintHasher()
    for ingredient in ingredients { hasher.add(ingredient) }
    for path in files {
      // Path, size and time identify the content: reading 20 MB of library on each start would take longer than most
      // scripts run.
      let status = FileStatus(path)
      hasher.add(path)
      hasher.add(status?.size ?? -1)
      hasher.add(status?.changed ?? -1)
    }
    return hasher.fingerprint.description
  }
}
