import Armature

/// What a load found, counted in the ways that the tables need.
struct Findings {
  private var byRule: [String: Int] = [:]
  private var byProperty: [String: Int] = [:]
  /// The artist numbers that lead nowhere, one for each reference.
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

  /// How many objects break a rule of an entity.
  func count<Type: EntityType>(_ type: Type.Type, _ rule: String) -> Int {
    byRule["\(Type.entityName) \(rule)"] ?? 0
  }

  /// How many values of a property fail in a way.
  func count(_ property: String, _ code: String) -> Int {
    byProperty["\(property) \(code)"] ?? 0
  }
}

extension Int {
  /// The number with a comma before each three digits: `14,839`.
  var grouped: String {
    self < 1000 ? "\(self)" : "\((self / 1000).grouped),\(String(self % 1000 + 1000).dropFirst())"
  }

  /// How often something occurs, in words.
  var times: String {
    let words = ["never", "once", "twice", "three times", "four times", "five times"]
    return indices(words) ? words[self] : "\(grouped) times"
  }

  private func indices(_ words: [String]) -> Bool { words.indices.contains(self) }
}

/// Counts side by side, as the tables show them: `62 / 1,716`.
func side(_ counts: Int...) -> String { counts.map(\.grouped).joined(separator: " / ") }

/// Prints a row of a table.
func row(_ what: String, _ rows: String) { print("| \(what) | \(rows) |") }

/// Prints the head of a table.
func head(_ title: String) { print("\n\(title)\n\n| what | rows |\n|---|---:|") }
