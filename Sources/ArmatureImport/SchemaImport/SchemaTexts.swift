import Armature
import ArmatureModel

/// The texts of a schema's files. An offset counts the bytes of all files, in the order of their reading.
struct SchemaTexts {
  private struct Text {
    let path: String
    /// The offset of the first byte.
    let start: Int
    let lines: LineIndex
  }

  private var texts: [Text] = []
  /// The offset after the last text.
  private(set) var end = 0

  /// Adds a text, and returns the offset of its first byte.
  mutating func add(_ text: JSONText, path: String) -> Int {
    let start = end
    texts.append(Text(path: path, start: start, lines: LineIndex(text)))
    // The end of a text is an offset, too.
    end += text.withBytes { $0.count } + 1
    return start
  }

  /// Returns the index of the text with an offset.
  func index(of offset: Int) -> Int {
    texts.count == 1 ? 0 : texts.lastIndex { $0.start <= offset } ?? 0
  }

  func site(of offset: Int) -> DeclarationSite {
    let text = texts[index(of: offset)]
    let position = text.lines.position(of: offset - text.start)
    return DeclarationSite(file: text.path, line: position.line, column: position.column)
  }
}
