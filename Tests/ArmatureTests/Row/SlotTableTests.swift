import Testing

@testable import Armature

@Suite struct SlotTableTests {
  @Test func `handles are given out in order from 1, and survive growing`() throws {
    let table = SlotTable(capacity: 2)
    defer { table.deallocate() }
    #expect(table.next == Handle(rawValue: 1))
    for key in 1...100 {
      let handle = table.append(SlotTable.Slot(faultOf: key % 7, key: Int64(key) * 1000))
      #expect(handle.rawValue == UInt32(key) && !handle.isNone && handle > .none)
    }
    for key in 1...100 {
      let slot = table[Handle(rawValue: UInt32(key))]
      #expect(slot.key == Int64(key) * 1000 && slot.entity == key % 7)
      #expect(slot.isThere && slot.object == nil)
    }
    #expect(table.count == 101)
    table.removeAll()
    #expect(table.next == Handle(rawValue: 1))
  }

  @Test func `the first slot is no object's`() {
    let table = SlotTable(capacity: 1)
    defer { table.deallocate() }
    #expect(table.object(.none) == nil && !table[.none].isThere)
  }

  @Test func `marks say what an object is, and leave its address alone`() throws {
    let object = try ManagedObjectModel.bookshelf().makeObject("Book")
    let table = SlotTable(capacity: 1)
    defer { table.deallocate() }
    let handle = table.append(SlotTable.Slot(.passUnretained(object), key: 7))
    #expect(table.object(handle) === object && table[handle].entity == nil)
    table.mark(handle, SlotTable.Slot.marked)
    #expect(table.object(handle) === object && table[handle].isThere)
    table.mark(handle, SlotTable.Slot.deleted)
    #expect(table.object(handle) == nil && !table[handle].isThere)
    #expect(table[handle].object?.takeUnretainedValue() === object)
    table.unmark(handle, SlotTable.Slot.deleted)
    table.unmark(handle, SlotTable.Slot.marked)
    #expect(table[handle].word & SlotTable.Slot.marks == 0 && table.object(handle) === object)
  }
}
