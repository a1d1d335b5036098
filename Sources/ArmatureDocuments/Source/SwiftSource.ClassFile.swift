extension SwiftSource {
  /// A source file with the class of an entity. You can edit this file, so write it only if it does not exist yet.
  ///
  /// ```swift
  /// let files = SwiftSource(of: model, as: .classes).classFiles
  /// for file in files where !FileManager.default.fileExists(atPath: file.name) {
  ///   try Data(file.text.utf8).write(to: URL(filePath: file.name))
  /// }
  /// ```
  public struct ClassFile: Sendable {
    /// The name of the file, which is the name of the class with its extension.
    public let name: String
    /// The text, in the format of `swift format`.
    public let text: String

    init(entity: String, _ names: SwiftClass.Names) {
      name = "\(names.object).swift"
      text = SwiftSource.file(
        [
          ["/// An object of the entity \(entity.swiftLiteral)."]
            + SwiftClass.declaration(of: names.object, under: names.properties)
        ], needsFoundation: false)
    }
  }
}
