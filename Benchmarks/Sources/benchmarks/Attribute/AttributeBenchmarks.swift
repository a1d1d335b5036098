/// Reads and writes of attributes in the library's three tiers.
func attributeBenchmarks() -> [Benchmark] {
  AttributeOperation.allCases.map { operation in
    Benchmark(
      name: "attribute/\(operation.rawValue)", repetitions: 15,
      comparisons: comparisons(operation)
    ) {
      [PlainSample.subject(operation)]
        + [DictionarySample.subject(operation)].compactMap { $0 }
        + OurAttributes.subjects(operation)
    }
  }
}

private func comparisons(_ operation: AttributeOperation) -> [Comparison] {
  let limit = Baseline.limit(PlainSample.subjectName)
  switch operation {
  case .getInt: return ways(limit, .ratio(atMost: 2)) + dictionary(atLeast: 20)
  case .setInt: return ways(limit, .ratio(atMost: 2.8)) + dictionary(atLeast: 10)
  case .getString: return ways(limit, .ratio(atMost: 1.2)) + dictionary(atLeast: 8)
  case .setString: return ways(limit, .ratio(atMost: 1.2)) + dictionary(atLeast: 2.5)
  case .pairDouble, .pairBool, .pairDate, .pairUUID: return ways(limit, .ratio(atMost: 1.3))
  case .loopGetInt: return ways(limit, .atMost(2, .nanoseconds))
  case .runtimeNameGetInt:
    return [
      Comparison(
        subject: OurAttributes.byKey, baseline: .peer(PlainSample.lookupName),
        goal: .atMost(10, .nanoseconds))
    ]
  }
}

private func ways(_ baseline: Baseline, _ goal: Goal) -> [Comparison] {
  [OurAttributes.byName, OurAttributes.typedView, OurAttributes.customClass].map {
    Comparison(subject: $0, baseline: baseline, goal: goal)
  }
}

private func dictionary(atLeast factor: Double) -> [Comparison] {
  let peer = Baseline.peer(DictionarySample.subjectName)
  return [OurAttributes.byName, OurAttributes.typedView, OurAttributes.customClass].map {
    Comparison(subject: $0, baseline: peer, goal: .timesFaster(atLeast: factor))
  }
}
