import Armature

private let plain = "plain-class"
private let byName = "by-name"
private let typedView = "typed-view"
private let customClass = "custom-class"
private let ways = [byName, typedView, customClass]

/// Following links among 1,000,000 works of 10,000 writers, and in a loop that fits into the cache.
func readingBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  let comparisons = ["to-one-in-order", "to-one-shuffled"].flatMap { row in
    ways.map { Comparison.limit("\(row)/\($0)", "\(row)/\(plain)", atMost: 3) }
  }
  let members = ways.map { Comparison.limit("member/\($0)", "member/\(plain)", atMost: 4) }
  let hot = ways.map { Comparison.limit("link-and-int/\($0)", "int/\($0)", atMost: 10) }
  return Benchmark(
    name: "graph/read", repetitions: 5, comparisons: comparisons + members + hot
  ) {
    let plainShelf = Shared { PlainShelf(works: count, perWriter: 100) }
    let shelf = Shared { Shelf(works: count, perWriter: 100) }
    let views = Shared {
      (
        writers: shelf.value.writers.compactMap { Managed<Writer>($0) },
        works: shelf.value.works.compactMap { Managed<Work>($0) }
      )
    }
    let classes = Shared { Shelf(works: count, perWriter: 100, hasClasses: true) }
    let objects = Shared {
      (
        writers: classes.value.writers.compactMap { $0 as? WriterObject },
        works: classes.value.works.compactMap { $0 as? WorkObject }
      )
    }
    return [
      walk("to-one-in-order", plain, count, { plainShelf.value.works }, follow),
      walk("to-one-in-order", byName, count, { shelf.value.works }, follow),
      walk("to-one-in-order", typedView, count, { views.value.works }, follow),
      walk("to-one-in-order", customClass, count, { objects.value.works }, follow),
      walk("to-one-shuffled", plain, count, { shuffled(plainShelf.value.works) }, follow),
      walk("to-one-shuffled", byName, count, { shuffled(shelf.value.works) }, follow),
      walk("to-one-shuffled", typedView, count, { shuffled(views.value.works) }, follow),
      walk("to-one-shuffled", customClass, count, { shuffled(objects.value.works) }, follow),
      walk("member", plain, count, { plainShelf.value.writers }, iterate),
      walk("member", byName, count, { shelf.value.writers }, iterate),
      walk("member", typedView, count, { views.value.writers }, iterate),
      walk("member", customClass, count, { objects.value.writers }, iterate),
    ] + hotLoops(shelf, views.value.works, objects.value.works)
  }
}

private func shuffled<Element>(_ elements: [Element]) -> [Element] {
  var generator = SplitMix64(seed: 1)
  return elements.shuffled(using: &generator)
}

/// A walk over all objects, which are collected before the first round.
private func walk<Object>(
  _ row: String, _ way: String, _ count: Int, _ objects: @escaping () -> [Object],
  _ body: @escaping ([Object]) -> Void
) -> Subject {
  let objects = Shared(objects)
  return .prepared("\(row)/\(way)", operations: count, { objects.value }, body)
}

/// Reading a link with an Int at its end, and an Int of the object itself, for 64 works.
private func hotLoops(
  _ shelf: Shared<Shelf>, _ typed: @autoclosure @escaping () -> [Managed<Work>],
  _ custom: @autoclosure @escaping () -> [WorkObject]
) -> [Subject] {
  let count = 64
  // Every 100th, so that each work has its own writer.
  func few<Object>(_ objects: [Object]) -> [Object] {
    (0..<count).map { objects[$0 * 100] }
  }
  let dynamic = Shared { few(shelf.value.works) }
  let typed = Shared { few(typed()) }
  let custom = Shared { few(custom()) }
  return [
    .repeated("int/\(byName)", operations: count) { sink(sumPages(opaque(dynamic.value))) },
    .repeated("int/\(typedView)", operations: count) { sink(sumPages(opaque(typed.value))) },
    .repeated("int/\(customClass)", operations: count) { sink(sumPages(opaque(custom.value))) },
    .repeated("link-and-int/\(byName)", operations: count) {
      sink(sumBorn(opaque(dynamic.value)))
    },
    .repeated("link-and-int/\(typedView)", operations: count) {
      sink(sumBorn(opaque(typed.value)))
    },
    .repeated("link-and-int/\(customClass)", operations: count) {
      sink(sumBorn(opaque(custom.value)))
    },
  ]
}

/// The count of a list against reading an Int of the same object in the same tier.
func countBenchmark(_ sizes: Sizes) -> Benchmark {
  let lengths = [10, 10_000, sizes(1_000_000)]
  let rows = ["of-10", "of-10k", "of-1M"]
  return Benchmark(
    name: "graph/count", repetitions: 5,
    comparisons: rows.flatMap { row in
      ways.map { Comparison.limit("\(row)/\($0)", "int/\($0)", atMost: 3) }
    }
  ) {
    let writers = lengths.map { length in Shared { Shelf(works: length, perWriter: length) } }
    let classes = lengths.map { length in
      Shared { Shelf(works: length, perWriter: length, hasClasses: true) }
    }
    func dynamic(_ index: Int) -> ManagedObject { writers[index].value.writers[0] }
    func typed(_ index: Int) -> Managed<Writer> { expectValue(Managed<Writer>(dynamic(index))) }
    func custom(_ index: Int) -> WriterObject {
      expectValue(classes[index].value.writers[0] as? WriterObject)
    }
    return [
      reads("int/\(byName)", { dynamic(0) }) { $0.born ?? 0 },
      reads("int/\(typedView)", { typed(0) }) { $0.born },
      reads("int/\(customClass)", { custom(0) }) { $0.born },
    ]
      + rows.enumerated().flatMap { index, row in
        [
          reads("\(row)/\(byName)", { dynamic(index) }) {
            $0.memberCount(of: "works")
          },
          reads("\(row)/\(typedView)", { typed(index) }) { $0.memberCount(of: \.works) },
          reads("\(row)/\(customClass)", { custom(index) }) {
            $0.memberCount(of: "works")
          },
        ]
      }
  }
}

/// Sixteen reads of one object; inlined, so that no side pays for a closure call.
@inline(__always)
private func reads<Object>(
  _ name: String, _ object: @escaping () -> Object, _ read: @escaping (Object) -> Int
) -> Subject {
  let object = Shared(object)
  return .repeated(name, operations: 16) {
    let object = object.value
    repeatRead(16) { read(object) }
  }
}

/// Returns a value that a benchmark always has.
func expectValue<Value>(_ value: Value?) -> Value {
  guard let value else { preconditionFailure("the benchmark must find what it has made") }
  return value
}

// The last object is kept, so that each link costs a retain and a release as in real programs.

@inline(never)
private func follow(_ works: [PlainWork]) {
  var last: PlainWriter?
  for work in works {
    barrier()
    last = work.writer
  }
  sink(last)
}

@inline(never)
private func follow(_ works: [ManagedObject]) {
  var last: ManagedObject?
  for work in works {
    barrier()
    last = work.writer
  }
  sink(last)
}

@inline(never)
private func follow(_ works: [Managed<Work>]) {
  var last: Managed<Writer>?
  for work in works {
    barrier()
    last = work.writer
  }
  sink(last)
}

@inline(never)
private func follow(_ works: [WorkObject]) {
  var last: WriterObject?
  for work in works {
    barrier()
    last = work.writer
  }
  sink(last)
}

@inline(never)
private func iterate(_ writers: [PlainWriter]) {
  var last: PlainWork?
  for writer in writers {
    for work in writer.works {
      barrier()
      last = work
    }
  }
  sink(last)
}

@inline(never)
private func iterate(_ writers: [ManagedObject]) {
  var last: ManagedObject?
  for writer in writers {
    let works: [ManagedObject] = writer.works ?? []
    for work in works {
      barrier()
      last = work
    }
  }
  sink(last)
}

@inline(never)
private func iterate(_ writers: [Managed<Writer>]) {
  var last: Managed<Work>?
  for writer in writers {
    for work in writer.works {
      barrier()
      last = work
    }
  }
  sink(last)
}

@inline(never)
private func iterate(_ writers: [WriterObject]) {
  var last: WorkObject?
  for writer in writers {
    for work in writer.works {
      barrier()
      last = work
    }
  }
  sink(last)
}

@inline(never)
private func sumPages(_ works: [ManagedObject]) -> Int {
  var sum = 0
  for work in works { sum &+= work.pages ?? 0 }
  return sum
}

@inline(never)
private func sumPages(_ works: [Managed<Work>]) -> Int {
  var sum = 0
  for work in works { sum &+= work.pages }
  return sum
}

@inline(never)
private func sumPages(_ works: [WorkObject]) -> Int {
  var sum = 0
  for work in works { sum &+= work.pages }
  return sum
}

@inline(never)
private func sumBorn(_ works: [ManagedObject]) -> Int {
  var sum = 0
  for work in works { sum &+= work.writer?.born ?? 0 }
  return sum
}

@inline(never)
private func sumBorn(_ works: [Managed<Work>]) -> Int {
  var sum = 0
  for work in works { sum &+= work.writer?.born ?? 0 }
  return sum
}

@inline(never)
private func sumBorn(_ works: [WorkObject]) -> Int {
  var sum = 0
  for work in works { sum &+= work.writer?.born ?? 0 }
  return sum
}
