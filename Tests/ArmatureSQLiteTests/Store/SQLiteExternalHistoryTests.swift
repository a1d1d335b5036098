import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

/// Random contexts with external data behave as in memory.
@Suite(.needsSQLite) struct SQLiteExternalHistoryTests {
  private static let sizes: [Int?] = [nil, 0, 8, 9, 5_000]

  @Test func `two contexts on one file do what two over memory do`() throws {
    var told = ""
    for seed in 0..<6 {
      told += try TwoStores.play(Album.model()) { container in
        try play(SplitMix64(seed: UInt64(seed)), container)
      }
    }
    for event in ["saved", "rolled back", "undone", "conflict", "unique"] {
      #expect(told.contains(event), "\(told)")
    }
  }

  private func play(_ random: SplitMix64, _ container: PersistentContainer) throws -> String {
    var random = random
    let contexts = [container.makeContext(), container.makeContext()]
    for context in contexts { context.recordsUndo = true }
    var lines: [String] = []
    for step in 0..<60 {
      let context = random.pick(contexts)
      let photos = try context.fetch("Photo", orderedBy: [.ascending("name")])
      switch random.below(12) {
      case 0..<3:
        let photo = try context.insert(random.pick(["Photo", "Scan"]))
        // Some have the name of another photo.
        try photo.setValue("name \(random.below(60))", forKey: "name")
        try change(photo, step, &random)
      case 3..<7 where !photos.isEmpty: try change(random.pick(photos), step, &random)
      case 7 where !photos.isEmpty: try context.delete(random.pick(photos))
      case 8:
        context.rollback()
        lines.append("rolled back")
      case 9 where context.canUndo:
        context.undo()
        lines.append("undone")
      default:
        do {
          try context.save()
          lines.append("saved")
          continue
        } catch is MergeConflicts {
          lines.append("conflict")
        } catch let report as ValidationReport {
          lines.append("\(report)")
        }
        context.rollback()
        try context.refreshAll()
      }
    }
    return lines.joined(separator: "\n")
  }

  private func change(_ photo: ManagedObject, _ step: Int, _ random: inout SplitMix64) throws {
    func bytes() -> Data? {
      random.pick(Self.sizes).map { Data(repeating: UInt8(step), count: $0) }
    }
    if random.bool() { try photo.setValue(bytes(), forKey: "bytes") }
    if photo.entity.name == "Scan", random.bool() { try photo.setValue(bytes(), forKey: "back") }
    if random.oneIn(4) { try photo.setValue(step, forKey: "number") }
  }
}
