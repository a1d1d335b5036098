// Finds the defects in a museum's data: `swift run moma <folder>`.
// Exit codes: 0 clean, 1 findings, 64 usage, 65 unreadable data, 66 no input.

import Armature
import Foundation

let usage = """
  usage: moma <folder>

  Loads Artists.json and Artworks.json of the Museum of Modern Art and counts their defects.
  """

func complain(_ message: String) {
  FileHandle.standardError.write(Data((message + "\n").utf8))
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") || arguments.contains("-h") {
  print(usage)
  exit(0)
}
guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
  complain(usage)
  exit(64)
}

let context = ManagedObjectContext(model: try makeMuseumModel())

do {
  // A work whose artist is not in the data is still a work: it is kept, without an artist.
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
  exit(report.contains { $0.code == "syntax" } ? 65 : 1)
} catch let error as FileReadError {
  complain("\(error)")
  exit(66)
}
