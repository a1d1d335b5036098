import ArmatureModel

/// The relevance of objects by the counts in an index of words, without reading the texts.
struct IndexedRelevance {
  private let ranking: SearchRanking
  private let factors: [Double]
  private let index: WordIndex
  /// The holders of each phrase that counts.
  private var cursors: [WordCursor?]
  private var frequencies: [Double]

  /// Returns `nil` if there is no such index, or if the query has phrases of several words.
  ///
  /// - Parameter entity: The entity of the objects.
  init?(_ ranking: SearchRanking, _ factors: [Double], of entity: String, _ graph: ObjectGraph) {
    let (phrases, isWanted) = (ranking.query.phrases, ranking.query.isWanted)
    guard graph.hasAllObjects,
      zip(phrases, isWanted).allSatisfy({ !$1 || $0.tokens.count == 1 }),
      let declarer = graph.model.tree.entityOfFullText(for: entity),
      let position = IndexLookup(graph: graph).words(of: ranking, declarer)
    else { return nil }
    (self.ranking, self.factors) = (ranking, factors)
    cursors = zip(phrases, isWanted).map { phrase, isWanted in
      isWanted ? WordCursor(graph.indexes.words[position].holders(of: phrase)) : nil
    }
    index = graph.indexes.words[position]
    frequencies = Array(repeating: 0, count: phrases.count)
  }

  /// Returns the relevance of an object; `nil` if its texts must be read.
  mutating func relevance(of object: ManagedObject) -> Double? {
    guard object.row.state.contains(.indexed) else { return nil }
    let handle = object.row.handle
    for phrase in cursors.indices {
      let counts = cursors[phrase]?.counts(of: handle) ?? 0
      guard
        let frequency = index.layout.frequency(
          counts, ranking.weights, in: ranking.query.phrases[phrase].properties)
      else { return nil }
      frequencies[phrase] = frequency
    }
    return ranking.relevance(frequencies, length: index.length(of: handle), factors)
  }
}
