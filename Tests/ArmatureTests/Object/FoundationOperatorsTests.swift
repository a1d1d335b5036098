import Armature
import Testing

/// Features that `import Armature` alone provides: this file does not import Foundation.
@Suite struct FoundationOperatorsTests {
  @Test func `dates are compared and moved`() {
    let start = Date(timeIntervalSince1970: 100)
    var date = start + 60
    #expect(date > start && date != start && date - 60 == start)
    date += 10
    date -= 70.5
    #expect(date == start - 0.5 && date < start)
  }

  @Test func `decimal numbers are computed and compared`() {
    let price: Decimal = 10
    #expect(price * 2 + 1 == 21 && -price < 0 && price - 1 >= 9 && price != 1)
  }
}
