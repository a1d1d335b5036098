import Armature
import Foundation

/// Loading records of two entities that refer to each other, with nine works for each writer.
func referencesBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes.isFull ? 2_000_000 : sizes(200_000)
  return Benchmark(
    name: "graph/load-references", repetitions: 3,
    comparisons: [
      Comparison(
        subject: "objects", baseline: .peer("JSONDecoder, linked by hand"),
        goal: .timesFaster(atLeast: 3), note: "JSONDecoder: validates nothing")
    ]
  ) {
    let document = referencesDocument(count)
    let source = LoadSource.data(document)
    let model = try ManagedObjectModel("References") {
      Entity("Author") {
        Attribute("name", String.self).identifying()
        Attribute("born", Int.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
        Relationship("author", to: "Author")
      }
    }
    return [
      .timed("objects", operations: count) {
        let context = ManagedObjectContext(model: model)
        precondition(expect { try context.load(source) }.count == count)
      },
      .timed("JSONDecoder, linked by hand", operations: count) {
        let shelf = expect { try PlainShelf(decoding: document) }
        precondition(shelf.writers.count + shelf.works.count == count)
      },
    ]
  }
}

/// The authors follow their books, so that every reference is a forward reference.
private func referencesDocument(_ count: Int) -> Data {
  let authors = count / 10
  var text = "{\"Book\":["
  for number in 0..<(count - authors) {
    if number > 0 { text += "," }
    // Adjacent books have different authors, as in data that grew over time.
    let author = number &* 7919 % authors
    text += "{\"title\":\"The title of book \(number)\",\"pages\":\(100 + number % 900)"
    text += ",\"author\":\"Author \(author) Name\"}"
  }
  text += "],\"Author\":["
  for number in 0..<authors {
    if number > 0 { text += "," }
    text += "{\"name\":\"Author \(number) Name\",\"born\":\(1800 + number % 200)}"
  }
  return Data((text + "]}").utf8)
}

extension PlainShelf {
  private struct Records: Decodable {
    struct Author: Decodable {
      let name: String
      let born: Int
    }
    struct Book: Decodable {
      let title: String
      let pages: Int
      let author: String?
    }
    let Author: [Author]
    let Book: [Book]
  }

  /// Decodes records, finds their authors in a dictionary, and sets both sides of the links.
  fileprivate convenience init(decoding document: Data) throws {
    let records = try JSONDecoder().decode(Records.self, from: document)
    var authors: [String: PlainWriter] = [:]
    let writers = records.Author.map { record in
      let writer = PlainWriter()
      writer.name = record.name
      writer.born = record.born
      authors[record.name] = writer
      return writer
    }
    let works = records.Book.map { record in
      let work = PlainWork()
      work.title = record.title
      work.pages = record.pages
      if let author = record.author, let writer = authors[author] {
        work.writer = writer
        writer.works.append(work)
      }
      return work
    }
    self.init(writers: writers, works: works)
  }
}
