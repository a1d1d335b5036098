import TestSupport

@testable import ArmatureImport

extension TemporaryFolder {
  /// Reads a model from the contents of `<model>`.
  func model(_ parts: String, name: String = "Shop.xml") throws -> XcodeModel {
    try XcodeModel(contentsOf: write("<model>\n\(parts)\n</model>", to: name))
  }
}
