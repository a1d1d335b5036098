@testable import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AggregateTests {
  private static let cases: [(FetchExpression.Aggregate, [AttributeValue], AttributeValue)] = [
    (.count, [], 0), (.count, [1, "a", 2.0], 3),
    (.sum, [], 0), (.sum, [1, 2], 3), (.sum, [1, 0.5], 1.5), (.sum, [-0.0], 0.0),
    (.sum, [.decimal(1), 0.5, 1], .decimal(Decimal(5) / 2)),
    (.sum, [.int(.max), 1], .null), (.sum, [.int(.max), 1, -5], .int(.max - 4)),
    (.sum, [.int(.min), -1, 1], .int(.min)), (.sum, [1e308, 1e308, -1e308], 1e308),
    (.sum, [-1e308, -1e308, 1e308, 1e308, 5], 5.0),
    (.sum, [.int(.max), 0.5, .int(.max)], .double(0x1p64)),
    (.sum, [.int(.max), .decimal(1)], .decimal(Decimal(Int64.max) + 1)),
    (.sum, [.decimal(.greatestFiniteMagnitude), .decimal(.greatestFiniteMagnitude)], .null),
    (.sum, [1e200, .decimal(1)], .null),
    (.sum, [1e308, 1e308], .null), (.sum, [.double(.infinity)], .null),
    (.sum, [.double(.nan), 1.0], .null), (.sum, ["a"], .null), (.sum, [1, "a"], .null),
    (.sum, [.date(Date(1))], .null),
    (.average, [], .null), (.average, [1, 2], 1.5), (.average, [2], 2.0),
    (.average, [.int(1 << 53 | 1)], .double(0x1p53)),
    (.average, [.decimal(1), .decimal(2)], .decimal(Decimal(3) / 2)), (.average, ["a"], .null),
    (.average, [.int(.max), .int(.max)], .double(0x1p63)), (.average, [1e308, 1e308], 1e308),
    (.average, [.double(.infinity), 1.0], .null),
    (.average, [.decimal(.leastNonzeroMagnitude), .decimal(0)], .null),
    (.minimum, [], .null), (.minimum, [3, 1, 2], 1), (.maximum, [3, 1, 2], 3),
    (.minimum, [1, 0.5], 0.5), (.maximum, [.int(1 << 53 | 1), 0x1p53], .int(1 << 53 | 1)),
    (.minimum, [.double(.nan), 1.0], 1.0), (.maximum, [1.0, .double(.nan)], 1.0),
    (.minimum, [.double(.nan)], .null), (.minimum, ["b", "a", "é"], "a"),
    (.maximum, [.date(Date(1)), .date(Date(2))], .date(Date(2))),
    (.maximum, [false, true], true),
    (.maximum, [.date(Date(.nan)), .date(Date(1))], .date(Date(1))),
  ]

  @Test(arguments: cases.indices)
  func `an aggregate of values`(_ index: Int) {
    let (aggregate, values, expected) = Self.cases[index]
    #expect(
      aggregate.value(of: values.map { Weighted(element: $0, ways: 1) }) == expected,
      "\(aggregate) of \(values)")
  }

  @Test func `a sum and a mean do not depend on the order, nor on where ways come together`() {
    let numbers: [AttributeValue] = [
      .int(.max), .int(.min), .int(.max), 1, -7, 0.1, 0.2, 0.3, 1e16, -1e16, 1e308, -1e308, 1e-308,
      .decimal(Decimal(1) / 3), .decimal(.greatestFiniteMagnitude), .decimal(-1),
    ]
    var random = SplitMix64(seed: 128)
    for _ in 0..<500 {
      let values = (0..<(1 + random.below(7))).map { _ in
        Weighted(element: random.pick(numbers), ways: 1 + random.below(3))
      }
      let apart = values.flatMap { value in
        (0..<value.ways).map { _ in Weighted(element: value.element, ways: 1) }
      }
      for aggregate in [FetchExpression.Aggregate.sum, .average] {
        let result = aggregate.value(of: values)
        let other = aggregate.value(of: values.shuffled(using: &random))
        #expect(result == other, "\(aggregate) of \(values)")
        // Rounded values can differ between the ways of computing.
        if apart.allSatisfy(\.isInteger) { #expect(aggregate.value(of: apart) == result) }
      }
    }
  }

  @Test func `the least and the greatest do not depend on the order`() {
    var maker = RandomPredicate(seed: 5)
    for _ in 0..<300 {
      let name = maker.random.pick(RandomPredicate.attributes)
      let values = (0..<6).map { _ in maker.value(of: name) }.filter { !$0.isNull }
        .map { Weighted(element: $0, ways: 1) }
      for aggregate in [FetchExpression.Aggregate.minimum, .maximum] {
        let extreme = aggregate.value(of: values)
        let other = aggregate.value(of: values.shuffled(using: &maker.random))
        #expect(extreme.isSame(as: other), "\(aggregate) of \(values)")
      }
    }
  }
}

extension Weighted<AttributeValue> {
  fileprivate var isInteger: Bool { if case .int = element { true } else { false } }
}
