import ArmatureTools
import Foundation

/// The number of line crossings in diagrams of the largest available Xcode models against Graphviz.
func crossingBenchmark() -> Benchmark {
  Benchmark(
    name: "tools/crossings", repetitions: 1,
    comparisons: [
      Comparison(
        subject: "20-largest-models", baseline: .limit("dot"), goal: .ratio(atMost: 1.3),
        note: "with their attributes, from the left to the right")
    ]
  ) {
    let pictures = try largestModels(20)
    return [
      .measured("20-largest-models", .crossings) {
        Double(pictures.reduce(0) { $0 + PictureLines(svg: $1.svg()).crossings })
      },
      .measured("dot", .crossings) {
        try Double(pictures.reduce(0) { try $0 + PictureLines(plain: plain($1)).crossings })
      },
    ]
  }
}

/// Returns the diagrams of models from public projects, using the largest version of each.
private func largestModels(_ count: Int) throws -> [ModelDiagram] {
  var largest: [String: ModelDiagram] = [:]
  for (file, path) in try modelsOfXcode() {
    guard let model = try? XcodeModel(contentsOf: path).model else { continue }
    let name = file.split(separator: "/").prefix(2).joined(separator: "/")
    let picture = ModelDiagram(model)
    if picture.boxes.count >= largest[name]?.boxes.count ?? 0 { largest[name] = picture }
  }
  let pictures = largest.sorted { ($1.value.boxes.count, $0.key) < ($0.value.boxes.count, $1.key) }
  return pictures.prefix(count).map(\.value)
}

/// Returns the models of public projects in a folder outside of the repository, as relative and complete paths.
private func modelsOfXcode() throws -> [(file: String, path: String)] {
  let folder = PythonPeers.folder.appendingPathComponent("../../shared/corpus/xcdatamodel")
  guard let files = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
    throw Skipped(reason: "there are no models of Xcode beside the repository")
  }
  return files.sorted().filter { $0.hasSuffix("/contents") }.map {
    ($0, folder.appendingPathComponent($0).path)
  }
}

/// The time to import all of these models, including invalid ones.
func corpusBenchmark() -> Benchmark {
  Benchmark(
    name: "tools/import-corpus", repetitions: 3,
    comparisons: [
      Comparison(subject: "all", baseline: .nothing, goal: .atMost(3_000, .milliseconds))
    ]
  ) {
    let paths = try modelsOfXcode().map(\.path)
    return [
      .measured("all", .milliseconds) {
        nanoseconds { for path in paths { sink(try? XcodeModel(contentsOf: path)) } } / 1e6
      }
    ]
  }
}

/// Returns Graphviz's layout of a diagram, in its plain format.
private func plain(_ picture: ModelDiagram) throws -> String {
  let folder = try TemporaryFolder()
  let file = folder.file("picture.dot")
  try Data(picture.dot().utf8).write(to: URL(filePath: file))
  let outcome = try ChildProcess.run("/usr/bin/env", ["dot", "-Tplain", "-Grankdir=LR", file])
  guard outcome.status == 0 else { throw Skipped(reason: "there is no dot of Graphviz") }
  return outcome.output
}
