import ArmatureTools
import Foundation
import Testing

@testable import ArmatureCommands

/// The compiled source of each version of all public projects' models has the model's fingerprint.
///
/// By default, only the few models in ``GeneratedSourceTests`` are compiled. Set `ARMATURE_SOURCE_TIERS` to a list of
/// tiers such as `dynamic,typed,classes` to compile all models, which takes about an hour.
@Suite struct SourceLawTests {
  /// The tiers to compile.
  private static let tiers =
    (ProcessInfo.processInfo.environment["ARMATURE_SOURCE_TIERS"] ?? "").split(separator: ",")
    .map(String.init)

  private static let folder =
    #filePath.parentPath.parentPath.parentPath.parentPath.parentPath.appendingPath(
      "shared/corpus/xcdatamodel")

  @Test(
    .enabled(
      if: !Self.tiers.isEmpty,
      "That takes an hour, and is done where ARMATURE_SOURCE_TIERS names the tiers to try."),
    .enabled(
      if: FileStatus(Self.folder) != nil,
      "The models of public projects stand beside the repository, in ../shared/corpus, and are not there."
    ), arguments: Self.tiers)
  func `the source of each version of the models of public projects is the model`(
    tier name: String
  ) throws {
    let tier = try #require(SwiftSource.Tier(rawValue: name), "\(name) is no tier")
    let compiler = try SourceCompiler()
    var count = 0
    for path in try paths() {
      // Some are invalid, also for Xcode.
      guard let model = try? XcodeModel(contentsOf: path).model else { continue }
      try compiler.check(model, as: tier, "\(path)")
      count += 1
    }
    #expect(count > 300)
  }

  /// The files of the versions.
  private func paths() throws -> [String] {
    let list = try Files.read(Self.folder.appendingPath("index.tsv"))
    let lines = String(decoding: list, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    let file = try #require(lines.first?.firstIndex(of: "file"))
    let kind = try #require(lines.first?.firstIndex(of: "kind"))
    return lines.filter { $0[kind] == "contents" }.map {
      Self.folder.appendingPath(String($0[file]))
    }
  }
}
