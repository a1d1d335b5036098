/// Hand-written code without the library: a class with references.
final class PlainWriter {
  var name = ""
  var born = 1900
  var works: [PlainWork] = []
}

final class PlainWork {
  var title = ""
  var pages = 1
  var writer: PlainWriter?
}

/// Writers with a number of works each. Deinitialization breaks the reference cycles.
final class PlainShelf {
  var writers: [PlainWriter]
  var works: [PlainWork]

  init(works count: Int, perWriter: Int, isLinked: Bool = true) {
    writers = (0..<(count / perWriter)).map { _ in PlainWriter() }
    works = (0..<count).map { _ in PlainWork() }
    if isLinked { link() }
  }

  init(writers: [PlainWriter], works: [PlainWork]) {
    (self.writers, self.works) = (writers, works)
  }

  deinit {
    for writer in writers { writer.works = [] }
  }

  func link() {
    let perWriter = works.count / writers.count
    for (position, writer) in writers.enumerated() {
      for work in works[(position * perWriter)..<((position + 1) * perWriter)] {
        work.writer = writer
        writer.works.append(work)
      }
    }
  }
}
