extension ModelDiagram {
  /// Returns the diagram as a Mermaid entity-relationship diagram, which many websites and editors can draw.
  ///
  /// ```swift
  /// let text = ModelDiagram(model).mermaid()
  /// print(text.hasPrefix("erDiagram"))  // true
  /// ```
  ///
  /// These diagrams do not support inheritance, so it is drawn as a dotted line. To show inheritance, use
  /// ``mermaidClasses()``.
  ///
  /// - Complexity: O(*n*) in the number of rows and lines.
  public func mermaid() -> String {
    let identifiers = MermaidText.identifiers(of: boxes)
    var lines = ["erDiagram"]
    for (box, identifier) in zip(boxes, identifiers) {
      let alias = identifier == box.name ? "" : "[\(MermaidText.quoted(box.name))]"
      if box.rows.isEmpty {
        lines.append("  \(identifier)\(alias)")
        continue
      }
      lines.append("  \(identifier)\(alias) {")
      lines += box.rows.map { "    \($0.mermaid)" }
      lines.append("  }")
    }
    for link in links {
      let (from, to) = (identifiers[link.from], identifiers[link.to])
      guard let role = link.start else {
        lines.append("  \(from) ||..|| \(to) : \"parent of\"")
        continue
      }
      let names = [role.name, link.end?.name].compactMap { $0 }.joined(separator: " / ")
      lines.append(
        "  \(from) \(link.end?.leftFoot ?? "}o")\(role.isTransient ? ".." : "--")"
          + "\(role.rightFoot) \(to) : \(MermaidText.quoted(link.change.sign + names))")
    }
    lines += MermaidText.styles(boxes, identifiers, apply: "class")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ModelDiagram.Row {
  /// `String title PK "a note"`
  fileprivate var mermaid: String {
    let shown = MermaidText.word(name)
    var comments = shown == name ? [] : [name]
    if change != .none { comments.append(change.rawValue) }
    return
      "\(MermaidText.type(type, MermaidText.word)) \(String(repeating: "_", count: 2 * depth))\(shown)"
      + (isIdentifying ? " PK" : "")
      + (comments.isEmpty ? "" : " " + MermaidText.quoted(comments.joined(separator: ", ")))
  }
}

extension ModelDiagram.Role {
  fileprivate var rightFoot: String { (isOptional ? "o" : "|") + (isToMany ? "{" : "|") }
  fileprivate var leftFoot: String { (isToMany ? "}" : "|") + (isOptional ? "o" : "|") }
}

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
