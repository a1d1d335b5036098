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
    case .json: self.init(.json, .value, 2300, standIn: .json(.null))
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

/// A family of values that can be compared with each other.
enum ValueFamily: Hashable, Sendable {
  case number, text, truth, date, day, data, uuid, url, list, composite, json
  /// An object of the named entity, or of an unknown entity.
  case object(String?)
  case objects
  /// The constant `nil`.
  case absent
  /// The value of a variable, or of an expression with an issue that was already reported.
  case unknown
}

/// The way in which a row stores the value of a property. Values of built-in types are stored directly, and values of
/// all other types are stored as a value or a reference.
///
/// The memory of a row is read as the type that its kind stands for. Therefore, only types of this library can have a
/// kind other than ``converted``.
///
/// `@_transparent` also inlines in debug builds, where reading by name takes 95 ns instead of 125 ns. The type is not
/// an enumeration, because comparing enumerations is a function call in debug builds. As a consequence, each switch
/// over kinds needs a `default` case, which covers kinds without special treatment, such as ``value``.
@frozen @usableFromInline package struct StorageKind: Equatable, Sendable {
  /// The number of the kind.
  @usableFromInline package let rawValue: UInt8

  @usableFromInline @_transparent package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether a row contains the value itself, rather than a link.
  @usableFromInline @_transparent package var isPlain: Bool { rawValue &- 1 < 12 }

  @usableFromInline @_transparent package static func == (
    left: StorageKind, right: StorageKind
  ) -> Bool {
    left.rawValue == right.rawValue
  }

  /// The kind of Swift types that are converted at each access.
  @usableFromInline @_transparent package static var converted: StorageKind {
    StorageKind(rawValue: 0)
  }
  @usableFromInline @_transparent package static var bool: StorageKind { StorageKind(rawValue: 1) }
  @usableFromInline @_transparent package static var int16: StorageKind { StorageKind(rawValue: 2) }
  @usableFromInline @_transparent package static var int32: StorageKind { StorageKind(rawValue: 3) }
  @usableFromInline @_transparent package static var int64: StorageKind { StorageKind(rawValue: 4) }
  @usableFromInline @_transparent package static var float: StorageKind { StorageKind(rawValue: 5) }
  @usableFromInline @_transparent package static var double: StorageKind {
    StorageKind(rawValue: 6)
  }
  @usableFromInline @_transparent package static var decimal: StorageKind {
    StorageKind(rawValue: 7)
  }
  @usableFromInline @_transparent package static var string: StorageKind {
    StorageKind(rawValue: 8)
  }
  @usableFromInline @_transparent package static var date: StorageKind { StorageKind(rawValue: 9) }
  @usableFromInline @_transparent package static var data: StorageKind { StorageKind(rawValue: 10) }
  @usableFromInline @_transparent package static var uuid: StorageKind { StorageKind(rawValue: 11) }
  /// An `AttributeValue`, for enumerations, transformables, URLs, zoned dates and composites.
  @usableFromInline @_transparent package static var value: StorageKind {
    StorageKind(rawValue: 12)
  }
  /// A reference to one object.
  @usableFromInline @_transparent package static var object: StorageKind {
    StorageKind(rawValue: 13)
  }
  /// A list of references.
  @usableFromInline @_transparent package static var objects: StorageKind {
    StorageKind(rawValue: 14)
  }
}
