// Finds the defects in a museum's data: `swift run moma <folder>`.
// Exit codes: 0 clean, 1 findings, 64 usage, 65 unreadable data, 66 no input.

import Armature
import Foundation

let usage = """
  usage: moma <folder>

  Loads Artists.json and Artworks.json of the Museum of Modern Art and counts their defects.
  """

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
  let isHelp = arguments == ["--help"] || arguments == ["-h"]
  (isHelp ? FileHandle.standardOutput : .standardError).write(Data("\(usage)\n".utf8))
  exit(isHelp ? 0 : 64)
}

let context = ManagedObjectContext(model: try makeMuseumModel())

do {
  // A work with an unknown artist is kept, without the artist.
  let result = try context.load(
    .file("\(folder)/Artworks.json", as: "Artwork"), .file("\(folder)/Artists.json", as: "Artist"),
    options: LoadOptions(keys: .capitalized, onFailure: .keepValid))
  let findings = Findings(result.report)
  printArtists(context.objects(of: Artist.self), findings)
  try printArtworks(context.objects(of: Artwork.self), findings)

  let (errors, warnings) = (result.report.errors, result.report.warnings)
  let leftOut = result.leftOut.values.reduce(0, +)
  print("\n\(errors.count) errors, \(warnings.count.grouped) warnings, \(leftOut) rows left out.")
  if !errors.isEmpty {
    print("The first errors:")
    print(ValidationReport(Array(errors.prefix(3))).rendered(as: .lines))
  }
  exit(result.report.isEmpty ? 0 : 1)
} catch let report as ValidationReport {
  print(report)
  exit(report.hasSyntaxErrors ? 65 : 1)
} catch let error as FileReadError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(66)
}
