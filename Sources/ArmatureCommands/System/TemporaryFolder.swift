/// A folder for intermediate files. It is removed when this object is released, or when a signal ends the process.
final class TemporaryFolder {
  let path: String
  private var isThere = true

  /// Creates a folder with a unique name in another folder.
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

  /// Removes the folder early, because exiting the process does not deinitialize values.
  func remove() {
    guard isThere else { return }
    isThere = false
    // The folder may have been moved already.
    Files.remove(path)
    Interruption.didEnd()
  }
}
