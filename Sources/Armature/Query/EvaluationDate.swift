#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The date of an evaluation, read once and on demand from the context's clock.
final class EvaluationDate {
  private let graph: ObjectGraph?
  private(set) lazy var now = graph?.environment.now() ?? Date()

  init(_ graph: ObjectGraph?) { self.graph = graph }
}
