import ArmatureModel

extension EntityDescription {
  /// The paths along relationships that must be read to validate an object. These are the paths that its rules read,
  /// and the lists whose members they count.
  ///
  /// A required to-one relationship needs no path, because the object itself contains the link.
  var decidingPaths: [[String]] {
    let links = Dictionary(uniqueKeysWithValues: relationships.map { ($0.name, $0) })
    let counted = relationships.filter {
      $0.isToMany
        && (!$0.isOptional
          || $0.countSeverity == .error && ($0.minimumCount > 0 || $0.maximumCount > 0))
    }
    let rules = (rules + attributes.flatMap(\.rules)).filter { $0.severity == .error }
    let paths = counted.map { [$0.name] } + rules.flatMap(\.readPaths)
    var seen: Set<[String]> = []
    return paths.filter { path in
      guard let link = path.first.flatMap({ links[$0] }), path.count > 1 || link.isToMany else {
        return false
      }
      return seen.insert(path).inserted
    }
  }
}

extension ValidationRule {
  /// The known paths that the rule and its condition read.
  fileprivate var readPaths: [[String]] {
    var paths = condition?.paths ?? []
    switch requirement {
    case .predicate(_, let predicate): paths += predicate.paths
    // A closure names properties. If they lead to other objects, it may read any of their values.
    case .custom(_, let properties): paths += properties.map { [$0, Self.anyProperty] }
    default: break
    }
    return paths
  }

  /// A step that represents all attributes of an object.
  private static let anyProperty = "*"
}
