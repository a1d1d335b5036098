import TestSupport
import Testing

@testable import Armature

@Suite struct ResultListTests {
  /// The result of applying steps to a list with sections.
  private struct Replayed: Equatable {
    var sections: [(value: AttributeValue, ids: [ManagedObjectID])] = []

    static func == (left: Replayed, right: Replayed) -> Bool {
      left.sections.elementsEqual(right.sections) { $0.value == $1.value && $0.ids == $1.ids }
    }

    init(_ list: ResultList) {
      var ids = list.objects.map(\.objectID)[...]
      for (value, count) in list.sections.sections {
        sections.append((value, Array(ids.prefix(count))))
        ids = ids.dropFirst(count)
      }
    }

    mutating func apply(_ step: ResultStep) throws {
      switch step {
      case .insertSection(let value, let index): sections.insert((value, []), at: index)
      case .deleteSection(let index):
        #expect(sections.remove(at: index).ids == [])
      case .insert(let id, let position):
        sections[position.section].ids.insert(id, at: position.row)
      case .delete(let id, let position):
        #expect(sections[position.section].ids.remove(at: position.row) == id)
      case .move(let id, let from, let to):
        #expect(sections[from.section].ids.remove(at: from.row) == id)
        sections[to.section].ids.insert(id, at: to.row)
      case .update(let id, let position):
        #expect(sections[position.section].ids[position.row] == id)
      }
    }
  }

  @Test(arguments: [true, false])
  func `changes at once and one by one lead to the same list, in at most two steps each`(
    _ isSectioned: Bool
  ) throws {
    let context = ManagedObjectContext(model: try Library.model())
    let objects = try (0..<40).map { _ in try context.insert("Tag") }
    for seed in 0..<400 {
      var random = SplitMix64(seed: UInt64(seed))
      func entry(_ object: ManagedObject) -> ResultList.Entry {
        ResultList.Entry(
          handle: object.row.handle, object: object,
          key: ResultKey(
            values: [.int(Int64(random.below(6))), .int(Int64(random.below(3)))],
            key: object.objectID.key))
      }
      let orders: [FetchOrder] = [
        random.bool() ? .ascending("a") : .descending("a"), .ascending("b"),
      ]
      var entries: [Int: ResultList.Entry] = [:]
      for index in objects.indices where random.bool() { entries[index] = entry(objects[index]) }
      let start = ResultList(
        entries.values.sorted { $0.key.isBefore($1.key, orders) }, orderedBy: orders,
        isSectioned: isSectioned)
      var removed: [Handle] = []
      var put: [ResultList.Entry] = []
      for (index, object) in objects.enumerated() where random.oneIn(3) {
        if let old = entries[index], random.oneIn(3) {
          // Entries that only come and go, or stay in place.
          if random.bool() { removed.append(old.handle) } else { put.append(old) }
        } else {
          put.append(entry(object))
        }
      }
      var outcomes: [Replayed] = []
      for isAtOnce in [true, false] {
        var list = start
        let steps =
          isAtOnce
          ? list.applyAtOnce(removing: removed, putting: put)
          : list.applyOneByOne(removing: removed, putting: put)
        var replayed = Replayed(start)
        for step in steps { try replayed.apply(step) }
        #expect(replayed == Replayed(list), "seed \(seed)")
        let objectSteps = steps.count { step in
          switch step {
          case .insertSection, .deleteSection: false
          default: true
          }
        }
        #expect(objectSteps <= removed.count + 2 * put.count, "seed \(seed)")
        #expect(list.handles.elementsEqual(list.objects.map(\.row.handle)))
        #expect(list.objects.allSatisfy { list.index(of: $0) != nil }, "seed \(seed)")
        outcomes.append(Replayed(list))
      }
      #expect(outcomes[0] == outcomes[1], "seed \(seed)")
    }
  }
}
