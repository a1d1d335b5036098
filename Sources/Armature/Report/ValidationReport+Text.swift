import ArmatureModel

extension ValidationReport {
  /// Writes the failures grouped by object, after a summary.
  func writeText<Stream: TextOutputStream>(by writer: MessageWriter, to stream: inout Stream) {
    let groups = groups
    var lines = BufferedText<Stream>()
    lines.line(summary(of: groups, by: writer))
    if count > Self.singleLimit {
      writeRules(by: writer, in: &lines, to: &stream)
      stream.write(lines.text)
      return
    }
    for group in groups {
      lines.line("")
      lines.line(heading(of: group, by: writer).displayEscaped().beginningLine())
      for failure in group.failures.lazy.map({ failures[$0] }) {
        let severity = writer.text("severity.\(failure.severity.rawValue)")
        let message = failure.message(by: writer).displayEscaped()
        lines.line("  \(severity): \(message) [\(failure.code)]")
        if let places = failure.places(by: writer) { lines.line("    \(places)") }
        lines.passOn(to: &stream)
      }
    }
    stream.write(lines.text)
  }

  /// `3 errors and 1 warning in 2 objects`.
  private func summary(of groups: [Group], by writer: MessageWriter) -> String {
    let errors = errorCount
    let warnings = count - errors
    let objects = groups.filter(\.key.isObject).count
    let errorText = writer.text("summary.errors", count: errors, [.count: "\(errors)"])
    let warningText = writer.text("summary.warnings", count: warnings, [.count: "\(warnings)"])
    let findings =
      switch (errors, warnings) {
      case (0, 0): writer.text("summary.none")
      case (_, 0): errorText
      case (0, _): warningText
      default: writer.text("summary.both", [.errors: errorText, .warnings: warningText])
      }
    guard objects > 0 else { return findings }
    return writer.text(
      "summary.objects", count: objects, [.findings: findings, .count: "\(objects)"])
  }

  /// The failures of one object, or of the data without an object.
  private struct Group {
    let key: Key
    /// The positions of the failures in the report.
    var failures: [Int]

    /// The group of a failure: the ID if known, or else the name.
    enum Key: Hashable {
      case object(ManagedObjectID)
      case named(entity: String, label: String)
      case entity(String)
      case file(String)

      var isObject: Bool {
        switch self {
        case .object, .named: true
        case .entity, .file: false
        }
      }

      init(_ failure: ValidationFailure) {
        if let id = failure.objectID {
          self = .object(id)
        } else if let label = failure.label {
          self = .named(entity: failure.entity, label: label)
        } else if !failure.entity.isEmpty {
          self = .entity(failure.entity)
        } else {
          self = .file(failure.source?.file ?? "")
        }
      }
    }

  }

  private func heading(of group: Group, by writer: MessageWriter) -> String {
    if case .file(let name) = group.key, !name.isEmpty { return name }
    let name = group.failures.first.map { failures[$0].object.description } ?? ""
    return name.isEmpty ? writer.text("place.input") : name
  }

  /// The groups in the order of their first failures.
  private var groups: [Group] {
    var groups: [Group] = []
    var indices: [Group.Key: Int] = [:]
    var ids: [Group.Key: ManagedObjectID] = [:]
    for failure in failures {
      guard let id = failure.objectID, let label = failure.label else { continue }
      ids[.named(entity: failure.entity, label: label)] = id
    }
    for (position, failure) in failures.enumerated() {
      var key = Group.Key(failure)
      // Some failures of an object contain its ID, and others only its name.
      if let id = ids[key] { key = .object(id) }
      if let index = indices[key] {
        groups[index].failures.append(position)
      } else {
        indices[key] = groups.count
        groups.append(Group(key: key, failures: [position]))
      }
    }
    return groups
  }
}

extension ValidationFailure {
  /// The position in the data, with its path.
  var sourceText: String? {
    source.map { source in
      let path = source.line > 0 ? source.path : nil
      return source.description + (path.map { " (\($0.displayEscaped()))" } ?? "")
    }
  }

  /// Returns the position in the data and the declaration of the rule; `nil` if both are unknown.
  func places(by writer: MessageWriter) -> String? {
    var places: [String] = []
    if let sourceText { places.append(writer.text("report.at", [.position: sourceText])) }
    if let site = knownRuleSite {
      places.append(writer.text("report.rule", [.site: site.description.displayEscaped()]))
    }
    return places.isEmpty ? nil : places.joined(separator: ", ")
  }
}
