import ArmatureImport
import ArmatureModel
import Testing
import TestSupport

@testable import ArmatureDocuments

/// Laws of layouts, on random graphs and on real models.
@Suite struct DiagramLayoutTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `no two boxes overlap, and no line runs through one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let graph = RandomLayoutGraph.graph(&random)
      #expect(LayoutLaws.faults(of: DiagramLayout(graph), graph) == [])
    }
  }

  @Test func `a large graph keeps the laws`() {
    var random = SplitMix64(seed: 9)
    let graph = RandomLayoutGraph.graph(&random, boxes: 120, lines: 160)
    #expect(LayoutLaws.faults(of: DiagramLayout(graph), graph) == [])
  }

  @Test(arguments: DenseGraph.all)
  func `dense graphs keep the laws`(dense: DenseGraph) {
    let layout = DiagramLayout(dense.graph)
    #expect(LayoutLaws.faults(of: layout, dense.graph) == [])
  }

  @Test func `few crossings are not bought with a picture that is many times as wide`() {
    var random = SplitMix64(seed: 4)
    let layout = DiagramLayout(RandomLayoutGraph.graph(&random, boxes: 200, lines: 300))
    #expect(layout.width < 4 * layout.height, "\(layout.width) × \(layout.height)")
  }

  @Test func `a chain and a tree have no crossing`() {
    let size = LayoutGraph.Size(width: 100, height: 60)
    let chain = LayoutGraph(
      boxes: Array(repeating: size, count: 9),
      lines: (0..<8).map { LayoutGraph.Line(from: $0, to: $0 + 1) })
    let tree = LayoutGraph(
      boxes: Array(repeating: size, count: 31),
      lines: (1..<31).map { LayoutGraph.Line(from: ($0 - 1) / 2, to: $0, sharesStart: true) })
    for graph in [chain, tree] {
      let layout = DiagramLayout(graph)
      #expect(LayoutLaws.crossings(layout.routes) == 0)
      #expect(LayoutLaws.faults(of: layout, graph) == [])
    }
    // A chain is straight: no line has a corner.
    #expect(DiagramLayout(chain).routes.allSatisfy { $0.count == 2 })
  }

  @Test func `the same graph has the same layout at each run`() {
    var random = SplitMix64(seed: 3)
    let graph = RandomLayoutGraph.graph(&random, boxes: 30, lines: 50)
    #expect(DiagramLayout(graph) == DiagramLayout(graph))
  }

  @Test(.enabled(if: XcodeCorpus.shared != nil, "../shared has no models of Xcode"))
  func `pictures of real models keep the laws`() throws {
    let models = try XcodeCorpus.latestVersions().compactMap { entry in
      // Some files are invalid on purpose.
      (try? XcodeModel(contentsOf: entry.path)).map { (entry.file, $0.model) }
    }
    #expect(models.count > 40)
    for (path, model) in models {
      let diagram = ModelDiagram(model).withoutAttributes()
      let graph = SVGDrawing.graph(of: diagram, diagram.boxes.map(BoxShape.init))
      #expect(LayoutLaws.faults(of: DiagramLayout(graph), graph) == [], "\(path)")
    }
  }

  @Test func `places come as near to the wishes as their distances let them`() {
    #expect(SpacedPlaces.near([5, 5, 5], gaps: [0, 10, 10]) == [-5, 5, 15])
    #expect(SpacedPlaces.near([0, 100], gaps: [0, 10]) == [0, 100])
    #expect(SpacedPlaces.near([5, 5, 5], gaps: [0, 10, 10], in: 0...40) == [0, 10, 20])
    #expect(SpacedPlaces.near([90, 95], gaps: [0, 10], in: 0...40) == [30, 40])
  }
}
