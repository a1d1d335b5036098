#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The date of an evaluation, from the context's clock: asked for once, and only if it is needed.
final class EvaluationDate {
  private let graph: ObjectGraph?
  private(set) lazy var now = graph?.environment.now() ?? Date()

  init(_ graph: ObjectGraph?) { self.graph = graph }
}
