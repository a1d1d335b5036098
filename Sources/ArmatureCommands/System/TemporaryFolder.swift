/// A folder for what is on its way to somewhere; it goes with the value, or when a signal ends the process.
final class TemporaryFolder {
  let path: String
  private var isThere = true

  /// Makes a folder of a new name in another one.
  init(in folder: String) throws {
    Interruption.willBegin()
    do {
      path = try Files.makeFolder(ofNewNameIn: folder)
    } catch {
      Interruption.didEnd()
      throw error
    }
  }

  deinit { remove() }

  /// Removes the folder before the value goes: the end of the process takes no value away.
  func remove() {
    guard isThere else { return }
    isThere = false
    // It may be somewhere else by now, under another name.
    Files.remove(path)
    Interruption.didEnd()
  }
}
