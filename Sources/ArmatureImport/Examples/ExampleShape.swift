import ArmatureModel

/// The common properties of the values in one place of the examples.
///
/// A place is a path of keys from a record. The memory depends on the number of places, and not on the number of
/// values, except for ``values``.
final class ExampleShape {
  /// The number of values, including `null`.
  private(set) var count = 0
  private(set) var nullCount = 0
  private(set) var boolCount = 0
  private(set) var numbers = ExampleNumbers()
  private(set) var texts = ExampleTexts()
  /// The lists, which share one shape for all elements.
  private(set) var lists: ExampleLists?
  private(set) var object: ExampleObject?
  /// The different values, including those in lists.
  private(set) var values = ExampleValues()
  /// The number of cells of a table that contain a number, and a Boolean.
  private var (numberCells, boolCells) = (0, 0)

  /// The kinds of values, except `null`.
  var kindCount: Int {
    [boolCount > 0, numbers.count > 0, texts.count > 0, lists != nil, object != nil]
      .count { $0 } - (numberCells > 0 ? 1 : 0)
  }

  /// The type of the values, if all of them are Booleans, numbers or texts. It is `nil` if only JSON keeps them.
  var scalarType: AttributeType? {
    guard kindCount == 1 else { return nil }
    if boolCount > 0 { return .bool }
    if texts.count == 0 { return numbers.count > 0 ? numbers.type : nil }
    if numberCells == texts.count, let type = numbers.type { return type }
    return boolCells == texts.count ? .bool : texts.type
  }

  func addNull() {
    count += 1
    nullCount += 1
  }

  func addBool() {
    count += 1
    boolCount += 1
    values.close()
  }

  func add(_ number: NumberText) {
    count += 1
    if let whole = numbers.add(number) { values.add(whole) } else { values.close() }
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) {
    count += 1
    texts.add(text)
    values.add(text)
  }

  /// Adds the text of a cell, which may be a number or a Boolean.
  ///
  /// Other notations of numbers are texts, such as 007 and 1e5: a table does not tell codes from numbers.
  func add(cell text: UnsafeBufferPointer<UInt8>) {
    count += 1
    texts.add(text)
    if let number = NumberText(text), number.isPlain {
      numberCells += 1
      if let whole = numbers.add(number) {
        values.add(whole)
        return
      }
    } else if text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8) {
      boolCells += 1
    }
    values.add(text)
  }

  /// Adds a list, and returns the place for its elements.
  func addList() -> ExampleLists {
    count += 1
    let lists = self.lists ?? ExampleLists()
    self.lists = lists
    return lists
  }

  /// Adds an object, and returns the place for its members.
  func addObject() -> ExampleObject {
    count += 1
    values.close()
    let object = self.object ?? ExampleObject()
    self.object = object
    return object
  }
}

/// The common properties of the lists in one place.
final class ExampleLists {
  let elements = ExampleShape()
  /// The number of lists.
  private(set) var count = 0
  /// The number of elements of the longest list.
  private(set) var longest = 0
  /// True if no list contains a value twice, as far as values are compared.
  private(set) var haveDifferentElements = true

  /// Adds a list that was read.
  func add(length: Int, hasRepeats: Bool) {
    count += 1
    longest = max(longest, length)
    if hasRepeats { haveDifferentElements = false }
  }
}

extension NumberText {
  /// Whether the number has no exponent.
  fileprivate var isPlain: Bool { !text.contains { $0 | 0x20 == UInt8(ascii: "e") } }
}
