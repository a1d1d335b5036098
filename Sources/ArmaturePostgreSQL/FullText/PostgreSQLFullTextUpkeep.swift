import ArmatureModel
import ArmatureSQL

/// The last part of a transaction that has changed texts: it enters the words of the rows that triggers have noted.
///
/// Two transactions may change a row and a row that it leads to at the same time. The one that enters words therefore
/// locks the rows with the texts first: it sees the other transaction's text, or the other one sees its row.
struct PostgreSQLFullTextUpkeep {
  private let connection: PostgreSQLConnection
  private let indexes: [PostgreSQLFullText]

  /// Other programs have noted rows whose words are not entered yet.
  struct Noted: Error {}

  /// The number of rows that are read at a time.
  private static let part = 5_000
  /// With more rows, they are sent by COPY.
  private static let mostInStatements = 64

  init(_ connection: PostgreSQLConnection, _ indexes: [PostgreSQLFullText]) {
    (self.connection, self.indexes) = (connection, indexes)
  }

  /// Enters the words of all rows that the present transaction or another program has noted.
  func enter() throws {
    for index in indexes {
      var keys = try takeNotes(index)[...]
      while !keys.isEmpty {
        try enter(Array(keys.prefix(Self.part)), index)
        keys = keys.dropFirst(Self.part)
      }
    }
  }

  private func takeNotes(_ index: PostgreSQLFullText) throws -> [Int64] {
    var keys: Set<Int64> = []
    try connection.forEachRow(of: index.upkeep.taking) { row in
      keys.insert(row.integer(at: 0))
    }
    return keys.sorted()
  }

  private func enter(_ keys: [Int64], _ index: PostgreSQLFullText) throws {
    for locking in index.upkeep.locking { try connection.post(locking, keys) }
    let entry = try connection.cursor(index.upkeep.entry.text)
    defer { connection.giveBack(entry) }
    var writer = PostgreSQLWordsWriter(index.index.tokenizer)
    let buffer = ByteBuffer(capacity: 1 << 16)
    var (count, tokenCount) = (0, 0)
    var starts: [Int] = []
    let reading = try connection.cursor(index.upkeep.reading.text)
    defer { connection.giveBack(reading) }
    reading.bind(keys, at: 0)
    while try reading.step() {
      writer.begin()
      for text in index.index.texts.indices where reading.kind(at: text + 1) == .text {
        reading.withBytes(at: text + 1) { writer.add($0, text: text) }
      }
      entry.clear()
      entry.bind(reading.integer(at: 0), at: 0)
      entry.bind(.blob(writer.words()), at: 1)
      entry.bind(Int64(writer.length), at: 2)
      starts.append(buffer.count)
      buffer.append(Int16(3))
      entry.appendValues(to: buffer)
      (count, tokenCount) = (count + 1, tokenCount + writer.length)
    }
    try replace(keys, index, count, tokenCount)
    if count > Self.mostInStatements {
      let written = try connection.copy(
        index.upkeep.copy.text,
        UnsafeBufferPointer(start: buffer.start, count: buffer.count))
      if written != count { throw connection.notWritten(in: index.index.name) }
      return
    }
    for start in starts {
      try connection.send(entry.text) {
        PostgreSQLParameters.withPointers(buffer, buffer.places(from: start + 2, count: 3)) {
          entry.statement.send($0, $1, $2, on: connection)
        }
      }
    }
  }

  /// Removes the old words of rows, and changes the numbers about all rows.
  private func replace(
    _ keys: [Int64], _ index: PostgreSQLFullText, _ count: Int, _ tokenCount: Int
  ) throws {
    let cursor = try connection.cursor(index.upkeep.replacing.text)
    defer { connection.giveBack(cursor) }
    cursor.bind(keys, at: 0)
    cursor.bind(Int64(count), at: 1)
    cursor.bind(Int64(tokenCount), at: 2)
    cursor.bind(.text(index.index.name), at: 3)
    try cursor.post()
  }
}
