import Armature
import ArmatureTools

/// The parts of a new package whose model is proposed from data.
struct ExamplePackage {
  private let examples: ExampleModel

  init(_ examples: ExampleModel) { self.examples = examples }

  /// The declaration of the load sources, which name the entity of each file.
  var sources: String {
    let entities = examples.files.filter { $0.entity != nil }.map { file in
      "  \(file.path.lastPathPart.swiftLiteral): \((file.entity ?? "").swiftLiteral),\n"
    }
    let only = Set(examples.files.map(\.entity)).count == 1 ? examples.files[0].entity : nil
    return """
      import Armature

      /// The entities of the records in files, by the name of the file.
      private let entities: [String: String] = [\(entities.isEmpty ? ":" : "\n" + entities.joined())]

      /// Returns the file at a path as a source of records.
      public func source(_ path: String) -> LoadSource {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return .file(path, as: entities[name]\(only.map { " ?? \($0.swiftLiteral)" } ?? ""))
      }

      """
  }

  /// The file of the tests.
  func tests(of module: String) -> String {
    let paths = examples.packagePaths.map { "    \($0.swiftLiteral),\n" }.joined()
    return """
      import Armature
      import ArmatureTesting
      import \(module)
      import Testing

      @Suite struct ModelTests {
        private let paths = [
      \(paths)  ]

        /// Returns a context with the data.
        private func context() throws -> ManagedObjectContext {
          let root = #filePath.split(separator: "/").dropLast(3).map { "/\\($0)" }.joined()
          let context = ManagedObjectContext(model: try makeModel())
          let report = try context.load(paths.map { source("\\(root)/\\($0)") }).report
          #expect(report.isEmpty)
          return context
        }

        @Test func `the data is valid`() throws { _ = try context() }

        @Test func `the data is read back as it was written`() throws {
          let text = String(decoding: try context().json(), as: UTF8.self)
          let copy = ManagedObjectContext(model: try makeModel())
          try copy.load(.text(text))
          #expect(String(decoding: try copy.json(), as: UTF8.self) == text)
        }
      }

      """
  }
}

extension ExampleModel {
  /// The paths of the copied files in a package.
  var packagePaths: [String] { files.map { "Data/\($0.path.lastPathPart)" } }
}
