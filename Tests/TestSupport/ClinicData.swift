#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Data of a clinic: 15 tables, 46,000 rows and 22 references, the same for the same seed.
///
/// Wards and staff refer to each other. Encounters refer to staff three times and transfers to wards twice; patients
/// and staff refer to their own table. Identities are texts and integers.
public struct ClinicData {
  /// The number of rows in each table, in the order of the data.
  public static let counts: [(entity: String, count: Int)] = [
    ("Ward", 40), ("Staff", 600), ("Patient", 6_000), ("Diagnosis", 400), ("Medication", 500),
    ("Supplier", 60), ("Insurance", 25), ("Policy", 6_000), ("Encounter", 9_000),
    ("Finding", 9_000), ("Prescription", 8_000), ("Transfer", 2_000), ("Invoice", 4_000),
    ("Delivery", 300), ("Shift", 75),
  ]

  /// The number of rows in all tables.
  public static var count: Int { counts.reduce(0) { $0 + $1.count } }

  private var random: SplitMix64
  private var out: [UInt8] = []
  private var isFirst = true

  private init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns the data as one JSON object with an array per table.
  public static func json(seed: UInt64) -> Data {
    var data = ClinicData(seed: seed)
    data.writeTables()
    return Data(data.out)
  }

  // MARK: Rows

  private static func count(of entity: String) -> Int {
    counts.first { $0.entity == entity }?.count ?? 0
  }

  private mutating func writeTables() {
    put("{")
    for (position, (entity, count)) in Self.counts.enumerated() {
      put("\(position == 0 ? "" : ",")\n\"\(entity)\": [")
      for index in 0..<count {
        put(index == 0 ? "\n{" : ",\n{")
        isFirst = true
        writeRow(entity, index)
        put("}")
      }
      put("]")
    }
    put("}\n")
  }

  private mutating func writeRow(_ entity: String, _ index: Int) {
    switch entity {
    case "Ward":
      text("code", Self.ward(index))
      text("name", "Ward \(index) of the \(pick(["north", "south", "east", "west"])) wing")
      number("beds", 4 + random.below(40))
      reference("head", Self.staff(any("Staff")), present: 9)
    case "Staff": writeStaff(index)
    case "Patient": writePatient(index)
    case "Diagnosis":
      text("code", Self.diagnosis(index))
      text("title", "Disorder of the \(pick(["heart", "lung", "liver", "knee", "eye"])) \(index)")
      flag("chronic")
    case "Medication":
      text("code", Self.medication(index))
      text("name", "\(pick(["Alpha", "Beta", "Gamma"]))\(pick(["pril", "lol", "statin"])) \(index)")
      number("milligrams", 1 + random.below(500))
      money("price")
      reference("supplier", index: any("Supplier"), present: 8)
    case "Supplier":
      number("id", index + 1)
      text("name", "Supplier \(index) & Sons")
      text("country", pick(["DE", "FR", "IT", "PL"]))
    case "Insurance":
      text("code", Self.insurance(index))
      text("name", "Insurance \(index)")
      flag("statutory")
    case "Policy":
      text("number", "P-\(10_000_000 + index * 7)")
      reference("patient", index: index % Self.count(of: "Patient"), present: 10)
      reference("insurance", Self.insurance(any("Insurance")), present: 10)
      date("validUntil")
    case "Encounter": writeEncounter(index)
    default: writeEvent(entity, index)
    }
  }

  private mutating func writeStaff(_ index: Int) {
    text("badge", Self.staff(index))
    name()
    text("role", pick(["physician", "nurse", "therapist", "administration"]))
    reference("ward", Self.ward(any("Ward")), present: 9)
    reference("supervisor", Self.staff(any("Staff")), present: index == 0 ? 0 : 8)
    if random.oneIn(2) { text("email", "staff\(index)@clinic.example") }
  }

  private mutating func writePatient(_ index: Int) {
    number("id", index + 1)
    name()
    date("born")
    if random.oneIn(2) { text("bloodGroup", pick(["A+", "A-", "B+", "AB-", "0+", "0-"])) }
    reference("guardian", index: any("Patient"), present: 1)
    reference("physician", Self.staff(any("Staff")), present: 6)
  }

  private mutating func writeEncounter(_ index: Int) {
    number("id", index + 1)
    date("start")
    text("kind", pick(["outpatient", "inpatient", "emergency"]))
    number("days", random.below(30))
    reference("patient", index: any("Patient"), present: 10)
    reference("physician", Self.staff(any("Staff")), present: 10)
    reference("nurse", Self.staff(any("Staff")), present: 6)
    reference("referrer", Self.staff(any("Staff")), present: 2)
    reference("ward", Self.ward(any("Ward")), present: 7)
  }

  private mutating func writeEvent(_ entity: String, _ index: Int) {
    switch entity {
    case "Finding":
      reference("encounter", index: index % Self.count(of: "Encounter"), present: 10)
      reference("diagnosis", Self.diagnosis((index * 7 + index / 9_000) % 400), present: 10)
      number("certainty", random.below(101))
      if random.oneIn(3) { text("note", "Noted \"on arrival\", see page \(index % 90).") }
    case "Prescription":
      number("id", index + 1)
      reference("encounter", index: any("Encounter"), present: 10)
      reference("medication", Self.medication(any("Medication")), present: 10)
      number("perDay", 1 + random.below(6))
      number("days", 1 + random.below(28))
    case "Transfer":
      date("at")
      reference("encounter", index: any("Encounter"), present: 10)
      let from = any("Ward")
      reference("from", Self.ward(from), present: 10)
      reference("to", Self.ward((from + 1) % Self.count(of: "Ward")), present: 10)
    case "Invoice":
      text("number", "R-\(2_020 + index % 6)-\(100_000 + index)")
      money("amount")
      flag("paid")
      // Each encounter at most once.
      reference("encounter", index: index * 2, present: 10)
    case "Delivery":
      number("id", index + 1)
      date("at")
      number("boxes", 1 + random.below(200))
      reference("supplier", index: any("Supplier"), present: 10)
    default:
      text("label", "Shift \(index)")
      number("hours", 4 + random.below(9))
    }
  }

  private static func ward(_ index: Int) -> String { "W\(100 + index)" }
  private static func staff(_ index: Int) -> String { "S-\(50_000 + index * 3)" }
  private static func diagnosis(_ index: Int) -> String { "D\(index / 10).\(index % 10)" }
  private static func medication(_ index: Int) -> String { "MED\(index)" }
  private static func insurance(_ index: Int) -> String { "INS\(index)" }

  private mutating func any(_ entity: String) -> Int { random.below(Self.count(of: entity)) }
  private mutating func pick(_ texts: [String]) -> String { random.pick(texts) }

  // MARK: Members

  private mutating func put(_ text: String) { out.append(contentsOf: text.utf8) }

  private mutating func key(_ name: String) {
    put(isFirst ? "\"\(name)\": " : ", \"\(name)\": ")
    isFirst = false
  }

  private mutating func text(_ name: String, _ text: String) {
    key(name)
    put("\"")
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { out.append(UInt8(ascii: "\\")) }
      out.append(byte)
    }
    put("\"")
  }

  private mutating func number(_ name: String, _ number: Int) {
    key(name)
    put("\(number)")
  }

  private mutating func flag(_ name: String) {
    key(name)
    put(random.bool() ? "true" : "false")
  }

  private mutating func money(_ name: String) {
    key(name)
    put("\(random.below(5_000)).\(10 + random.below(90))")
  }

  private mutating func date(_ name: String) {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(1_950 + random.below(70))-\(digits(1 + random.below(12)))"
    let time = "\(digits(random.below(24))):\(digits(random.below(60))):00Z"
    text(name, "\(day)-\(digits(1 + random.below(28)))T\(time)")
  }

  private mutating func name() {
    text(
      "name", "\(pick(["Ada", "Bo", "Zoë", "Jörg", "Mei"])) \(pick(["Ito", "Groß", "Lee", "Roy"]))")
  }

  /// Writes a reference to a text in a number of ten rows.
  private mutating func reference(_ name: String, _ identity: String, present: Int) {
    if random.below(10) < present { text(name, identity) }
  }

  /// Writes a reference to a row number in a number of ten rows.
  private mutating func reference(_ name: String, index: Int, present: Int) {
    if random.below(10) < present { number(name, index + 1) }
  }
}
