#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Facts about each basic attribute type. A new type gets a row here.
struct TypeFacts {
  let family: ValueFamily
  /// The storage kind in a row.
  let kind: StorageKind
  /// The number of the type in fingerprints, which never changes. If the type exists in Core Data, this is the number
  /// that Core Data uses.
  let fingerprintNumber: Int
  /// A harmless value that takes the place of a missing value. It is `nil` if it depends on the parts of the type.
  let standIn: AttributeValue?
  /// Sample values that show whether code reads an attribute or computes something from it. If any values are suitable,
  /// the array is empty.
  let samples: [AttributeValue]

  init(
    _ family: ValueFamily, _ kind: StorageKind, _ fingerprintNumber: Int,
    standIn: AttributeValue? = nil, samples: [AttributeValue] = []
  ) {
    self.family = family
    self.kind = kind
    self.fingerprintNumber = fingerprintNumber
    self.standIn = standIn
    self.samples = samples
  }

  /// The facts of a type. An enumeration or a transformable type has the facts of its underlying type.
  init(_ type: AttributeType) {
    switch type {
    case .enumeration(_, let raw, _): self.init(raw)
    case .transformable(_, let stored): self.init(stored)
    // The value is 1, since a rule may divide by it.
    case .int16: self.init(.number, .int16, 100, standIn: 1, samples: Self.integers)
    case .int32: self.init(.number, .int32, 200, standIn: 1, samples: Self.integers)
    case .int64: self.init(.number, .int64, 300, standIn: 1, samples: Self.integers)
    case .decimal:
      self.init(
        .number, .decimal, 400, standIn: .decimal(1),
        samples: [.decimal(-7919), .decimal(7919), .decimal(0)])
    case .double:
      self.init(.number, .double, 500, standIn: .double(1), samples: Self.numbers)
    case .float: self.init(.number, .float, 600, standIn: .double(1), samples: Self.numbers)
    case .string: self.init(.text, .string, 700, standIn: "", samples: [" Ab é\tß \n", ""])
    case .bool: self.init(.truth, .bool, 800, standIn: false, samples: [true, false])
    case .date:
      self.init(
        .date, .date, 900, standIn: .date(Self.epoch),
        samples: [-1e9, 1e8].map { .date(Date(timeIntervalSinceReferenceDate: $0 + 0.25)) })
    case .zonedDate:
      self.init(
        .date, .value, 910,
        standIn: .zonedDate(ZonedDate(date: Self.epoch, timeZoneIdentifier: "GMT")))
    case .calendarDate:
      self.init(
        .day, .value, 920,
        standIn: CalendarDate(year: 2001, month: 1, day: 1).map { .calendarDate($0) })
    case .data: self.init(.data, .data, 1000, standIn: .data(Data()))
    case .uuid:
      let zeros = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      self.init(.uuid, .uuid, 1100, standIn: .uuid(zeros))
    case .url:
      self.init(.url, .value, 1200, standIn: URL(string: "about:blank").map { .url($0) })
    case .composite: self.init(.composite, .value, 2100)
    case .list: self.init(.list, .value, 2200, standIn: [])
    }
  }

  private static let integers: [AttributeValue] = [7919, -7919, 0]
  private static let numbers: [AttributeValue] = [.double(-0.625), .double(7919), .double(0)]
  private static let epoch = Date(timeIntervalSinceReferenceDate: 0)
}

extension AttributeType {
  /// Whether the type has an underlying type, as enumerations and transformables do.
  private var isDerived: Bool {
    switch self {
    case .enumeration, .transformable: true
    default: false
    }
  }

  /// The storage kind of the type's values in a row.
  package var storageKind: StorageKind { isDerived ? .value : TypeFacts(self).kind }

  /// Whether the values are dates or days.
  package var isDate: Bool {
    let family = TypeFacts(self).family
    return family == .date || family == .day
  }

  /// Sample values that show whether code reads an attribute or computes something from it. If any values are suitable,
  /// the array is empty.
  package var samples: [AttributeValue] { isDerived ? [] : TypeFacts(self).samples }
}
