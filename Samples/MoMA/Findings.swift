import Armature

/// The findings of a load, counted as the tables need them.
struct Findings {
  private var byRule: [String: Int] = [:]
  private var byProperty: [String: Int] = [:]
  /// The unknown artist numbers, one for each reference.
  private(set) var brokenReferences: [AttributeValue] = []

  init(_ report: ValidationReport) {
    for failure in report {
      switch failure.kind {
      case .rule(.predicate(let name, _), _, _, _):
        byRule["\(failure.entity) \(name)", default: 0] += 1
      case .brokenReference(_, let identifier, _):
        brokenReferences.append(identifier)
      default:
        let property = failure.property ?? ""
        byProperty["\(failure.entity).\(property) \(failure.code)", default: 0] += 1
      }
    }
  }

  /// Returns the number of objects that break a rule of an entity.
  func count<Type: EntityType>(_ type: Type.Type, _ rule: String) -> Int {
    byRule["\(Type.entityName) \(rule)"] ?? 0
  }

  /// Returns the number of failures of a property with a code.
  func count(_ property: String, _ code: String) -> Int {
    byProperty["\(property) \(code)"] ?? 0
  }
}

extension Int {
  /// The number with thousands separators: `14,839`.
  var grouped: String {
    self < 1000 ? "\(self)" : "\((self / 1000).grouped),\(String(self % 1000 + 1000).dropFirst())"
  }

  /// The number of occurrences in words.
  var times: String {
    let words = ["never", "once", "twice", "three times", "four times", "five times"]
    return indices(words) ? words[self] : "\(grouped) times"
  }

  private func indices(_ words: [String]) -> Bool { words.indices.contains(self) }
}

/// Returns several counts as one cell of a table: `62 / 1,716`.
func side(_ counts: Int...) -> String { counts.map(\.grouped).joined(separator: " / ") }

/// Prints a row of a table.
func row(_ what: String, _ rows: String) { print("| \(what) | \(rows) |") }

/// Prints the head of a table.
func head(_ title: String) { print("\n\(title)\n\n| what | rows |\n|---|---:|") }
