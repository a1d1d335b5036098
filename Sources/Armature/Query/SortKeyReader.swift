import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the keys that objects are sorted by.
struct SortKeyReader {
  private let request: FetchRequest
  private let graph: ObjectGraph
  private let date: EvaluationDate
  private let isSaved: Bool
  /// The order by relevance, if the request has one, and the factors of its phrases.
  private let ranking: SearchRanking?
  private let factors: [Double]

  init(_ request: FetchRequest, _ graph: ObjectGraph) {
    self.request = request
    self.graph = graph
    date = EvaluationDate(graph)
    isSaved = graph.readsSaved(for: request)
    ranking = request.orderedBy.lazy.compactMap { SearchRanking($0.expression) }.first
    factors = ranking?.factors ?? []
  }

  func column(_ order: FetchOrder, of objects: [ManagedObject?]) -> SortColumn {
    if order.expression.isRelevance, let ranking { return relevances(ranking, order, objects) }
    if !isSaved, case .keyPath(let path) = order.expression,
      let way = RowPath(path, of: request.entity, graph.model.tree)
    {
      switch way.kind {
      case .bool: return words(order, objects, way, Bool.self) { $0 ? 1 : 0 }
      case .int16: return words(order, objects, way, Int16.self) { Int64($0).sortWord }
      case .int32: return words(order, objects, way, Int32.self) { Int64($0).sortWord }
      case .int64: return words(order, objects, way, Int64.self) { $0.sortWord }
      case .float: return words(order, objects, way, Float.self) { Double($0).sortWord }
      case .double, .date: return words(order, objects, way, Double.self) { $0.sortWord }
      case .string where order.isByBytes: return texts(order, objects, way)
      case .string where order.comparator == nil: return foldedTexts(order, objects, way)
      default: break
      }
    }
    return values(order, objects)
  }

  /// Returns the keys that are numbers of at most 64 bits.
  @inline(__always) private func words<Value>(
    _ order: FetchOrder, _ objects: [ManagedObject?], _ way: RowPath, _ type: Value.Type,
    _ word: (Value) -> UInt64
  ) -> SortColumn {
    var column = SortColumn(
      words: Array(repeating: 0, count: objects.count), rest: .none, order: order)
    for (position, object) in objects.enumerated() {
      if let value = memory(object, way, type) {
        column.words[position] = word(value.pointee)
      } else {
        column.setAbsent(position)
      }
    }
    return column
  }

  /// Returns the relevance of the objects.
  private func relevances(
    _ ranking: SearchRanking, _ order: FetchOrder, _ objects: [ManagedObject?]
  ) -> SortColumn {
    var column = SortColumn(
      words: Array(repeating: 0, count: objects.count), rest: .none, order: order)
    let reader = SearchTextReader(ranking.paths, graph, isSaved: isSaved)
    var scan = SearchScan(ranking.query)
    var index = isSaved ? nil : IndexedRelevance(ranking, factors, of: request.entity, graph)
    for (position, object) in objects.enumerated() {
      guard let object else { continue }
      if let relevance = index?.relevance(of: object) {
        column.words[position] = relevance.sortWord
        continue
      }
      reader.read(object, &scan, weights: ranking.weights)
      column.words[position] = ranking.relevance(scan, factors).sortWord
    }
    return column
  }

  private func texts(
    _ order: FetchOrder, _ objects: [ManagedObject?], _ way: RowPath
  ) -> SortColumn {
    var texts = TextPlaces(count: objects.count)
    var column = self.texts(order, objects, way) { texts.append($0) }
    column.setWords(texts, .texts(texts))
    return column
  }

  private func foldedTexts(
    _ order: FetchOrder, _ objects: [ManagedObject?], _ way: RowPath
  ) -> SortColumn {
    var texts = FoldedTexts(order.options, count: objects.count)
    var column = self.texts(order, objects, way) { texts.append($0) }
    column.setWords(texts, .folded(texts))
    return column
  }

  /// Returns a column for strings, and passes each string to a function in the order of the objects.
  @inline(__always) private func texts(
    _ order: FetchOrder, _ objects: [ManagedObject?], _ way: RowPath,
    _ take: (UnsafePointer<String>?) -> Void
  ) -> SortColumn {
    var column = SortColumn(
      words: Array(repeating: 0, count: objects.count), rest: .none, order: order)
    for (position, object) in objects.enumerated() {
      let text = memory(object, way, String.self)
      if text == nil { column.setAbsent(position) }
      take(text.map { UnsafePointer($0) })
    }
    return column
  }

  private func values(_ order: FetchOrder, _ objects: [ManagedObject?]) -> SortColumn {
    var column = SortColumn(
      words: Array(repeating: 0, count: objects.count), rest: .none, order: order)
    var values: [AttributeValue] = []
    values.reserveCapacity(objects.count)
    for (position, object) in objects.enumerated() {
      let value = object.map { self.value(of: $0, for: order) } ?? .null
      if value.isNull { column.setAbsent(position) }
      values.append(value)
    }
    column.rest = .values(values)
    return column
  }

  /// Returns the key of one object; `null` if it is missing.
  func value(of object: ManagedObject, for order: FetchOrder) -> AttributeValue {
    if order.expression.isRelevance, let ranking {
      var scan = SearchScan(ranking.query)
      SearchTextReader(ranking.paths, graph, isSaved: isSaved)
        .read(object, &scan, weights: ranking.weights)
      return .double(ranking.relevance(scan, factors))
    }
    return order.key(
      PredicateEvaluator(object: object, date: date, isSaved: isSaved).value(of: order.expression))
  }

  /// Returns the address of the value at the end of a path, if it is present.
  @inline(__always) private func memory<Value>(
    _ object: ManagedObject?, _ way: RowPath, _ type: Value.Type
  ) -> UnsafeMutablePointer<Value>? {
    guard let object, let owner = way.owner(from: .passUnretained(object)) else { return nil }
    return owner._withUnsafeGuaranteedRef { owner in
      let place = owner.shape.places[way.position]
      return owner.row.isPresent(place) ? owner.row.memory(place, as: type) : nil
    }
  }
}
