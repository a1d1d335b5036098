public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObjectModel {
  /// Returns the 15 tables of a clinic with their 22 references, rules and unique combinations.
  public static func clinic() throws -> ManagedObjectModel {
    try ManagedObjectModel("Clinic") {
      Entity("Ward") {
        Attribute("code", String.self).matching("W[0-9]{3}").identifying()
        Attribute("name", String.self).length(1...60)
        Attribute("beds", Int.self).range(1...100)
        Relationship("head", to: "Staff", inverse: "headOf")
        Relationship("staff", to: "Staff", .toMany, inverse: "ward")
        Relationship("encounters", to: "Encounter", .toMany, inverse: "ward")
        Relationship("departures", to: "Transfer", .toMany, inverse: "from")
        Relationship("arrivals", to: "Transfer", .toMany, inverse: "to")
      }
      Entity("Staff") {
        Attribute("badge", String.self).matching("S-[0-9]{5}").identifying()
        Attribute("name", String.self).length(1...60)
        Attribute("role", String.self)
          .oneOf(["physician", "nurse", "therapist", "administration"])
        Attribute("email", String?.self).unique()
        Relationship("ward", to: "Ward", inverse: "staff")
        Relationship("headOf", to: "Ward", .toMany, inverse: "head")
        Relationship("supervisor", to: "Staff", inverse: "team")
        Relationship("team", to: "Staff", .toMany, inverse: "supervisor")
        Relationship("patients", to: "Patient", .toMany, inverse: "physician")
        Relationship("treated", to: "Encounter", .toMany, inverse: "physician")
        Relationship("nursed", to: "Encounter", .toMany, inverse: "nurse")
        Relationship("referred", to: "Encounter", .toMany, inverse: "referrer")
      }
      Entity("Patient") {
        Attribute("id", Int.self).range(1...).identifying()
        Attribute("name", String.self).length(1...60)
        Attribute("born", Date.self)
        Attribute("bloodGroup", String?.self).oneOf(["A+", "A-", "B+", "AB-", "0+", "0-"])
        Relationship("guardian", to: "Patient", inverse: "wards")
        Relationship("wards", to: "Patient", .toMany, inverse: "guardian")
        Relationship("physician", to: "Staff", inverse: "patients")
        Relationship("policies", to: "Policy", .toMany, inverse: "patient", onDelete: .cascade)
        Relationship("encounters", to: "Encounter", .toMany, inverse: "patient", onDelete: .deny)
      }
      Entity("Diagnosis") {
        Attribute("code", String.self).identifying()
        Attribute("title", String.self).length(1...80)
        Attribute("chronic", Bool.self)
        Relationship("findings", to: "Finding", .toMany, inverse: "diagnosis", onDelete: .deny)
      }
      Entity("Medication") {
        Attribute("code", String.self).matching("MED[0-9]+").identifying()
        Attribute("name", String.self).length(1...60)
        Attribute("milligrams", Int.self).range(1...5000)
        Attribute("price", Decimal.self).range(0...10_000)
        Relationship("supplier", to: "Supplier", inverse: "medications")
        Relationship("prescriptions", to: "Prescription", .toMany, inverse: "medication")
      }
      Entity("Supplier") {
        Attribute("id", Int.self).identifying()
        Attribute("name", String.self).length(1...60)
        Attribute("country", String.self).length(2...2)
        Relationship("medications", to: "Medication", .toMany, inverse: "supplier")
      }
      Entity("Insurance") {
        Attribute("code", String.self).identifying()
        Attribute("name", String.self).length(1...60)
        Attribute("statutory", Bool.self)
        Relationship("policies", to: "Policy", .toMany, inverse: "insurance")
      }
      Entity("Policy") {
        Attribute("number", String.self).matching("P-[0-9]{8}").identifying()
        Attribute("validUntil", Date.self)
        Relationship("patient", to: "Patient", inverse: "policies").required()
        Relationship("insurance", to: "Insurance", inverse: "policies").required()
        Unique("patient", "insurance")
      }
      Entity("Encounter") {
        Attribute("id", Int.self).range(1...).identifying()
        Attribute("start", Date.self)
        Attribute("kind", String.self).oneOf(["outpatient", "inpatient", "emergency"])
        Attribute("days", Int.self).range(0...365)
        Relationship("patient", to: "Patient", inverse: "encounters").required()
        Relationship("physician", to: "Staff", inverse: "treated").required()
        Relationship("nurse", to: "Staff", inverse: "nursed")
        Relationship("referrer", to: "Staff", inverse: "referred")
        Relationship("ward", to: "Ward", inverse: "encounters")
        Relationship("findings", to: "Finding", .toMany, inverse: "encounter", onDelete: .cascade)
        Relationship(
          "prescriptions", to: "Prescription", .toMany, inverse: "encounter", onDelete: .cascade)
        Relationship("transfers", to: "Transfer", .ordered, inverse: "encounter")
        Relationship("invoice", to: "Invoice", inverse: "encounter")
        Rule("a stay of many days has a kind") { $0.days < 30 || $0.kind != "emergency" }
      }
      Entity("Finding") {
        Attribute("certainty", Int.self).range(0...100)
        Attribute("note", String?.self).length(...200)
        Relationship("encounter", to: "Encounter", inverse: "findings").required()
        Relationship("diagnosis", to: "Diagnosis", inverse: "findings").required()
        Unique("encounter", "diagnosis")
      }
      Entity("Prescription") {
        Attribute("id", Int.self).identifying()
        Attribute("perDay", Int.self).range(1...24)
        Attribute("days", Int.self).range(1...365)
        Relationship("encounter", to: "Encounter", inverse: "prescriptions").required()
        Relationship("medication", to: "Medication", inverse: "prescriptions").required()
        Rule("a course has at most 500 doses") { $0.perDay * $0.days <= 500 }
      }
      Entity("Transfer") {
        Attribute("at", Date.self)
        Relationship("encounter", to: "Encounter", inverse: "transfers").required()
        Relationship("from", to: "Ward", inverse: "departures").required()
        Relationship("to", to: "Ward", inverse: "arrivals").required()
        Rule("a transfer leads to another ward") { $0.from.code != $0.to.code }
      }
      Entity("Invoice") {
        Attribute("number", String.self).matching("R-[0-9]{4}-[0-9]{6}").identifying()
        Attribute("amount", Decimal.self).range(0...1_000_000)
        Attribute("paid", Bool.self)
        Relationship("encounter", to: "Encounter", inverse: "invoice").required()
      }
      Entity("Delivery") {
        Attribute("id", Int.self).identifying()
        Attribute("at", Date.self)
        Attribute("boxes", Int.self).range(1...1000)
        // One way: suppliers do not list their deliveries.
        Relationship("supplier", to: "Supplier").required()
      }
      Entity("Shift") {
        Attribute("label", String.self).identifying()
        Attribute("hours", Int.self).range(1...24)
      }
    }
  }
}
