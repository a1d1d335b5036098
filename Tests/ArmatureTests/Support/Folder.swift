import TestSupport

/// Calls a closure with the path of a new folder, which is deleted afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = try TemporaryFolder()
  try withExtendedLifetime(folder) { try body(folder.path) }
}

/// Calls a closure with the path of a new file, which is deleted afterwards.
func withFile(_ text: String, _ body: (String) throws -> Void) throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "file.json")
  try withExtendedLifetime(folder) { try body(path) }
}
