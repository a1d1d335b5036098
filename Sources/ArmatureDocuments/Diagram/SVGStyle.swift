/// The colours and fonts of diagrams, for light and dark appearance.
enum SVGStyle {
  static let text = """
    <style>
    text{font:12px Helvetica,Arial,"Liberation Sans",sans-serif}
    .name{font-size:13px;font-weight:bold;text-anchor:middle}
    .abstract .name{font-style:italic}
    .type{text-anchor:end}
    .label{font-size:10px}
    .identifying text:first-of-type{text-decoration:underline}
    .transient text{font-style:italic}
    .removed text{text-decoration:line-through}
    .line path,.sign,.frame,.triangle,.sample{fill:none;stroke-width:1.2}
    .transient path:first-of-type{stroke-dasharray:5 4}
    .line .sign,.line .triangle{stroke-dasharray:none}
    \(colors(light))
    @media (prefers-color-scheme:dark){
    \(colors(dark))
    }
    </style>
    """

  /// The colours of one appearance.
  private struct Palette {
    let ground, body, heading, frame, text, type, line, label: String
    /// The stroke and background colours of each kind of change.
    let changes: [(name: String, ink: String, ground: String)]
  }

  private static let light = Palette(
    ground: "#ffffff", body: "#ffffff", heading: "#e7ecf2", frame: "#6e7781", text: "#1f2328",
    type: "#59636e", line: "#57606a", label: "#424a53",
    changes: [
      ("added", "#1a7f37", "#d4f8dc"), ("removed", "#cf222e", "#ffe3e0"),
      ("changed", "#9a6700", "#fff3c0"),
    ])
  private static let dark = Palette(
    ground: "#0d1117", body: "#151b23", heading: "#2a313c", frame: "#7d8590", text: "#e6edf3",
    type: "#9ea7b3", line: "#9ea7b3", label: "#c3cad3",
    changes: [
      ("added", "#3fb950", "#12391d"), ("removed", "#f85149", "#4c1a1c"),
      ("changed", "#d29922", "#40310c"),
    ])

  private static func colors(_ palette: Palette) -> String {
    var rules = [
      ".ground{fill:\(palette.ground)}", ".body{fill:\(palette.body)}",
      ".heading{fill:\(palette.heading)}", ".frame{stroke:\(palette.frame)}",
      "text{fill:\(palette.text)}", ".type{fill:\(palette.type)}", ".label{fill:\(palette.label)}",
      ".line path,.sign{stroke:\(palette.line)}",
      ".sign,.line .triangle{fill:\(palette.ground)}",
    ]
    for change in palette.changes {
      rules.append(
        ".box.\(change.name) .frame,.line.\(change.name) path,.line.\(change.name) .sign"
          + "{stroke:\(change.ink)}")
      rules.append(".box.\(change.name) .heading,.row.\(change.name) .band{fill:\(change.ground)}")
    }
    return rules.joined(separator: "\n")
  }
}
