import ArmatureModel

extension ModelDiagram {
  /// Returns the diagram in the DOT language of Graphviz. The program `dot -Tsvg` can draw it.
  ///
  /// ```swift
  /// let dot = ModelDiagram(model).dot()  // to be drawn by `dot -Tsvg`
  /// print(dot.hasPrefix("digraph"))  // true
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of rows and lines.
  public func dot() -> String {
    var lines = [
      "digraph \(DOTText.quoted(title)) {", "  rankdir=LR;", #"  graph [fontname="Helvetica"];"#,
      #"  node [shape=plain, fontname="Helvetica", fontsize=12];"#,
      #"  edge [fontname="Helvetica", fontsize=10, dir=both];"#,
    ]
    for (index, box) in boxes.enumerated() {
      lines.append(
        "  e\(index) [tooltip=\(DOTText.quoted(box.name)), label=<\(DOTText.table(box))>];")
    }
    for link in links { lines.append("  e\(link.from) -> e\(link.to) [\(DOTText.line(link))];") }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }
}

/// Writes parts of a diagram in DOT.
private enum DOTText {
  /// Returns a quoted text with backslashes, quotes and HTML references escaped.
  static func quoted(_ text: String) -> String {
    let escaped = text.displayEscaped().escaping("\\\"&") { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "&": "&amp;"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  static func table(_ box: ModelDiagram.Box) -> String {
    var heading = "<b>\(MarkupText.escaped(box.change.sign + box.name))</b>"
    if box.isAbstract { heading = "<i>\(heading)</i>" }
    let rows = box.rows.map { row in
      let indent = String(repeating: "&#160;&#160;", count: row.depth)
      let name = MarkupText.escaped(row.change.sign + row.name)
      return "<tr><td align=\"left\"\(ground(row.change) ?? "")>\(indent)"
        + (row.isIdentifying ? "<u>\(name)</u>" : name) + "&#160;&#160;"
        + "<font color=\"#59636e\">\(MarkupText.escaped(row.type))</font></td></tr>"
    }
    return #"<table border="0" cellborder="1" cellspacing="0" cellpadding="4">"#
      + "<tr><td\(ground(box.change) ?? " bgcolor=\"#e7ecf2\"")>\(heading)</td></tr>"
      + rows.joined() + "</table>"
  }

  static func line(_ link: ModelDiagram.Link) -> String {
    var attributes: [String] = []
    if let role = link.start {
      attributes = [
        "arrowhead=\(foot(of: role))", "arrowtail=\(link.end.map(foot(of:)) ?? "none")",
        "label=\(quoted([role.name, link.end?.name].compactMap { $0 }.joined(separator: " / ")))",
      ]
      if role.isTransient { attributes.append("style=dashed") }
    } else {
      attributes = ["arrowhead=none", "arrowtail=empty"]
    }
    if let color = color(link.change) { attributes.append("color=\"\(color)\"") }
    return attributes.joined(separator: ", ")
  }

  private static func foot(of role: ModelDiagram.Role) -> String {
    (role.isToMany ? "crow" : "tee") + (role.isOptional ? "odot" : "tee")
  }

  private static func color(_ change: ModelDiagram.Change) -> String? {
    switch change {
    case .none: nil
    case .added: "#1a7f37"
    case .removed: "#cf222e"
    case .changed: "#9a6700"
    }
  }

  private static func ground(_ change: ModelDiagram.Change) -> String? {
    switch change {
    case .none: nil
    case .added: " bgcolor=\"#d4f8dc\""
    case .removed: " bgcolor=\"#ffe3e0\""
    case .changed: " bgcolor=\"#fff3c0\""
    }
  }
}
