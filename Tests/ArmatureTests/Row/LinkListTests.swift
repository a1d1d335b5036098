@testable import Armature
import TestSupport
import Testing

@Suite struct LinkListTests {
  private func handles(_ numbers: [Int]) -> ContiguousArray<Handle> {
    ContiguousArray(numbers.map { Handle(rawValue: UInt32($0)) })
  }

  @Test(
    arguments: [
      (0, [9, 1, 2, 3]), (1, [1, 9, 2, 3]), (3, [1, 2, 3, 9]), (4, [1, 2, 3, 9]),
      (.max, [1, 2, 3, 9]), (-1, [9, 1, 2, 3]), (.min, [9, 1, 2, 3]),
    ] as [(Int, [Int])])
  func `a position outside of the list means its nearer end`(_ position: Int, _ expected: [Int]) {
    let list = LinkList.alone()
    defer { list.free() }
    for handle in handles([1, 2, 3]) { list.append(handle, keepsEdits: false) }
    list.insert(Handle(rawValue: 9), at: position, keepsEdits: false)
    #expect(list.handles == handles(expected) && list.isConsistent)
  }

  @Test func `a position may be given in an empty list, and in one that is all holes`() {
    let list = LinkList.alone()
    defer { list.free() }
    list.insert(Handle(rawValue: 1), at: -1, keepsEdits: false)
    list.remove(Handle(rawValue: 1), hint: nil, keepsEdits: true)
    list.insert(Handle(rawValue: 2), at: -1, keepsEdits: true)
    list.insert(Handle(rawValue: 3), at: 0, keepsEdits: true)
    #expect(list.handles == handles([3, 2]) && list.isConsistent)
    list.revertEdits()
    #expect(list.handles == handles([1]) && list.isConsistent)
  }

  @Test func `a member that others have added, too, counts as added until it goes`() {
    let member = Handle(rawValue: 2)
    for goes in [false, true] {
      let list = LinkList.alone(isLoaded: false)
      defer { list.free() }
      list.editUnloaded(.appended(member, at: LinkList.nowhere))
      list.load(handles([1, 2]))
      if goes { list.remove(member, hint: nil, keepsEdits: true) }
      #expect(list.handles == handles(goes ? [1] : [1, 2]) && list.isConsistent)
      #expect(list.editedMembers.added == (goes ? [] : [member]))
      #expect(list.editedMembers.removed == (goes ? [member] : []))
      #expect(!list.delta.isPlaced)
      #expect(list.edit(of: member) == (goes ? .removed : .added))
      list.revertEdits()
      #expect(list.handles == handles([1, 2]) && list.isConsistent)
    }
  }

  @Test func `what the store has otherwise counts where all members were replaced, too`() {
    let (one, three) = (Handle(rawValue: 1), Handle(rawValue: 3))
    let list = LinkList.alone()
    defer { list.free() }
    list.replace(with: handles([1, 2]), keepsEdits: false)
    list.replace(with: handles([2, 1, 3]), keepsEdits: true)
    #expect(list.editedMembers.added == [three] && list.editedMembers.removed.isEmpty)
    list.removeUnnoticed(one, returns: true)
    list.append(one, keepsEdits: true)
    #expect(list.editedMembers.added == [three, one] && list.edit(of: one) == .added)
    list.noteKnown(three)
    list.replace(with: handles([2, 1]), keepsEdits: true)
    #expect(list.editedMembers.added == [one] && list.editedMembers.removed == [three])
    #expect(list.isConsistent)
    list.revertEdits()
    #expect(list.handles == handles([2]) && list.isConsistent)
  }

  /// Gaps, positions in long lists, wrong hints and edits, compared with an array.
  @Test(arguments: 0..<40) func `random edits give what they give to an array`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let list = LinkList.alone()
    defer { list.free() }
    var expected: [UInt32] = []
    var committed: [UInt32] = []
    var keepsEdits = false
    let limit = [12, 100, 1000][Int(seed % 3)]
    for step in 0..<2_000 {
      let member = UInt32(random.below(limit) + 1)
      let handle = Handle(rawValue: member)
      let hint = random.below(2) == 0 ? nil : UInt32(random.below(limit))
      switch random.below(12) {
      case 0..<4:
        if !expected.contains(member) {
          list.append(handle, keepsEdits: keepsEdits)
          expected.append(member)
        }
      case 4, 5:
        if !expected.contains(member) {
          let position = random.below(expected.count + 1)
          list.insert(handle, at: position, keepsEdits: keepsEdits)
          expected.insert(member, at: position)
        }
      case 6..<10:
        let isRemoved = list.remove(handle, hint: hint, keepsEdits: keepsEdits)
        #expect(isRemoved == expected.contains(member))
        expected.removeAll { $0 == member }
      case 10:
        expected = Array(Set((0..<random.below(limit)).map { UInt32($0 + 1) }))
        list.replace(
          with: ContiguousArray(expected.map(Handle.init)), keepsEdits: keepsEdits)
      default:
        switch random.below(3) {
        case 0:
          list.forgetEdits()
          (committed, keepsEdits) = (expected, true)
        case 1 where keepsEdits:
          list.revertEdits()
          expected = committed
        default: break
        }
      }
      let isFound = (1...limit).allSatisfy { number in
        step % 100 != 0
          || list.contains(Handle(rawValue: UInt32(number)))
            == expected.contains(UInt32(number))
      }
      let (isIn, wasIn) = (expected.contains(member), committed.contains(member))
      let isTold =
        step % 10 != 0 || !keepsEdits
        || list.edit(of: handle) == (isIn == wasIn ? nil : isIn ? .added : .removed)
      guard list.handles.map(\.rawValue) == expected, list.count == expected.count, isFound, isTold,
        list.isConsistent, !keepsEdits || list.committedHandles.map(\.rawValue) == committed
      else {
        Issue.record("seed \(seed), step \(step)")
        return
      }
    }
  }

  @Test func `what went stays so when a list is loaded that has it no more`() {
    let (first, second) = (Handle(rawValue: 1), Handle(rawValue: 2))
    for members: ContiguousArray<Handle> in [[], [second]] {
      let list = LinkList.alone(isLoaded: false)
      defer { list.free() }
      list.editUnloaded(.removed(first, at: LinkList.nowhere))
      list.load(members)
      #expect(list.handles == members && list.isConsistent)
      #expect(list.editedMembers.added == [] && list.editedMembers.removed == [first])
      list.unload(keepsOrder: false)
      list.load([first, second])
      #expect(list.handles == [second] && list.editedMembers.removed == [first])
    }
  }

  @Test func `a member that the store has is no change, and its removal is one`() {
    let (first, second) = (Handle(rawValue: 1), Handle(rawValue: 2))
    let list = LinkList.alone()
    defer { list.free() }
    list.append(first, keepsEdits: true)
    list.appendUnnoticed(second)
    #expect(list.handles == [first, second] && list.editedMembers.added == [first])
    list.remove(second, hint: nil, keepsEdits: true)
    #expect(list.editedMembers.removed == [second])
    list.revertEdits()
    #expect(list.handles == [second])
  }
}

extension LinkList {
  /// Makes a list outside of a row.
  fileprivate static func alone(isLoaded: Bool = true) -> LinkList {
    let list = LinkList(at: .allocate(byteCount: 8, alignment: 8))
    list.initialize(isLoaded: isLoaded)
    return list
  }

  /// Frees a list outside of a row.
  fileprivate func free() {
    deallocate()
    word.deallocate()
  }
}
