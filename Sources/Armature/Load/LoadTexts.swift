import ArmatureModel

/// The texts of a load, with the places in them for human eyes.
final class LoadTexts {
  /// A text, and what the source says of it.
  struct Input {
    let text: JSONText
    let layout: JSONSource.Layout
    let entity: String?
  }

  /// The texts, in the order of their sources.
  private(set) var inputs: [Input]
  /// Where the lines of the texts start, of those in which there are failures.
  private var lines: [Int: LineIndex] = [:]

  init(_ inputs: [Input] = []) { self.inputs = inputs }

  /// Reads the texts of all sources.
  convenience init(_ sources: [JSONSource], sizeLimit: Int) throws(FileReadError) {
    var inputs: [Input] = []
    for source in sources {
      let text = try source.read(sizeLimit: sizeLimit)
      inputs.append(Input(text: text, layout: source.layout, entity: source.entity))
    }
    self.init(inputs)
  }

  subscript(index: Int) -> JSONText { inputs[index].text }

  /// Takes up a text of lines in the place of all others.
  func replaceAll(byLinesOf text: JSONText) {
    inputs = [Input(text: text, layout: .lines, entity: nil)]
    lines = [:]
  }

  /// The line and column of a place, and its path if that is known.
  func position(of place: LoadPlace, path: String? = nil) -> InputPosition {
    let text = self[place.text]
    let index = lines[place.text] ?? LineIndex(text)
    lines[place.text] = index
    let position = index.position(of: place.offset)
    return InputPosition(
      file: text.name, line: position.line, column: position.column, path: path)
  }
}

/// A place in one of the texts of a load.
struct LoadPlace: Hashable, Comparable {
  /// The position of the text among those of the load.
  let text: Int
  /// The place in the text, in bytes.
  let offset: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.text, left.offset) < (right.text, right.offset)
  }
}
