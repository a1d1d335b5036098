private let count = 20_000

/// Creation of objects with ten defaults and their memory.
///
/// Both heap modes are shown; the goal applies to the mode without trimming (see ``HeapMode``).
func creationBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "creation/memory", repetitions: 3,
      comparisons: [
        Comparison(
          subject: OurCreation.object, baseline: .limit(plainName), goal: .atMost(232, .bytes)),
        Comparison(subject: OurCreation.object, baseline: .peer(dictionaryName)),
      ], subjects: memorySubjects),
    create("creation/create", .standard, ratio: nil, timesFaster: nil),
    insert("creation/insert", .standard, ratio: nil),
    create("creation/create-no-trim", .untrimmed, ratio: 1.8, timesFaster: 8),
    insert("creation/insert-no-trim", .untrimmed, ratio: 2.5),
  ]
}

private let plainName = "class init"
private let dictionaryName = "[String: Any]"

private func create(
  _ name: String, _ heap: HeapMode, ratio: Double?, timesFaster: Double?
) -> Benchmark {
  Benchmark(
    name: name, heap: heap,
    comparisons: [
      Comparison(
        subject: OurCreation.object, baseline: .limit(plainName),
        goal: ratio.map { .ratio(atMost: $0) }),
      Comparison(
        subject: OurCreation.object, baseline: .peer(dictionaryName),
        goal: timesFaster.map { .timesFaster(atLeast: $0) }),
      Comparison(
        subject: OurCreation.customClass, baseline: .limit(plainName),
        goal: ratio.map { .ratio(atMost: $0) }),
    ]
  ) {
    limits() + OurCreation.create(count)
  }
}

private func insert(_ name: String, _ heap: HeapMode, ratio: Double?) -> Benchmark {
  Benchmark(
    name: name, heap: heap,
    comparisons: [
      Comparison(
        subject: OurCreation.object, baseline: .limit(plainName),
        goal: ratio.map { .ratio(atMost: $0) })
    ]
  ) {
    limits() + OurCreation.insert(count)
  }
}

/// Objects are created, kept in an array, and released together.
private func limits() -> [Subject] {
  [
    .timed(plainName, operations: count) { createAndDestroy(count) { PlainItem() } },
    .timed(dictionaryName, operations: count) { createAndDestroy(count) { DictionaryItem() } },
  ]
}

private func memorySubjects() -> [Subject] {
  [
    .measured(plainName, .bytes) { try heapPerObject { PlainItem() } },
    .measured(dictionaryName, .bytes) { try heapPerObject { DictionaryItem() } },
  ] + OurCreation.memory()
}
