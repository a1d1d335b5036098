extension ModelDiagram {
  /// Returns the diagram as a Mermaid class diagram, which also shows inheritance.
  ///
  /// ```swift
  /// let text = ModelDiagram(model).mermaidClasses()
  /// print(text.hasPrefix("classDiagram"))  // true
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of rows and lines.
  public func mermaidClasses() -> String {
    let identifiers = MermaidText.identifiers(of: boxes)
    var lines = ["classDiagram"]
    for (box, identifier) in zip(boxes, identifiers) {
      let alias = identifier == box.name ? "" : "[\(MermaidText.quoted(box.name))]"
      var members = box.isAbstract ? ["    <<abstract>>"] : []
      members += box.rows.map { "    \($0.mermaidMember)" }
      if members.isEmpty {
        lines.append("  class \(identifier)\(alias)")
      } else {
        lines += ["  class \(identifier)\(alias) {"] + members + ["  }"]
      }
    }
    for link in links {
      let (from, to) = (identifiers[link.from], identifiers[link.to])
      guard let role = link.start else {
        lines.append("  \(from) <|-- \(to)")
        continue
      }
      let line = role.isTransient ? ".." : "--"
      let start = link.end.map { " \"\($0.range)\"" } ?? ""
      let names = [role.name, link.end?.name].compactMap { $0 }.map(MermaidText.member)
      lines.append(
        "  \(from)\(start) \(line)\(link.end == nil ? ">" : "") \"\(role.range)\" \(to) : "
          + names.joined(separator: " / "))
    }
    lines += MermaidText.styles(boxes, identifiers, apply: "cssClass")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ModelDiagram.Row {
  /// `String title`
  fileprivate var mermaidMember: String {
    "\(MermaidText.type(type, MermaidText.member)) \(String(repeating: "_", count: 2 * depth))"
      + MermaidText.member(name)
      + (change == .none ? "" : " #40;\(change.rawValue)#41;")
  }
}

extension ModelDiagram.Role {
  fileprivate var range: String {
    switch (isToMany, isOptional) {
    case (false, false): "1"
    case (false, true): "0..1"
    case (true, false): "1..*"
    case (true, true): "0..*"
    }
  }
}
