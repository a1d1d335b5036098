import Armature
import Observation

/// Follows the best-selling albums by artist, and prints each step of each change.
struct ChartSession {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let chart: FetchedResults<Album>

  init() throws {
    container = try ChartModel.container()
    context = container.makeContext()
    for (name, albums) in [
      ("Abba", [("Arrival", 900), ("Voyage", 40)]), ("Can", [("Tago Mago", 300)]),
    ] {
      let artist = try context.insert("Artist")
      artist.name = name
      for (title, sold) in albums { try Self.album(title, sold, by: artist, in: context) }
    }
    try context.save()
    context.recordsUndo = true
    context.mergesChangesAutomatically = true
    chart = try FetchedResults(
      FetchRequest(
        Album.self, in: context.model, orderedBy: [.descending("sold"), .ascending("title")]
      ) { $0.sold >= 100 }, as: Album.self, in: context, sectionedBy: "artist.name")
  }

  @discardableResult private static func album(
    _ title: String, _ sold: Int, by artist: ManagedObject, in context: ManagedObjectContext
  ) throws -> Album {
    let album = try context.insert(Album.self)
    album.title = title
    album.sold = sold
    album.artist = artist
    return album
  }

  func run() throws {
    try show("The chart")
    let voyage = try context.fetch(Album.self) { $0.title == "Voyage" }[0]
    voyage.sold = 1200
    try show("Voyage sells")

    let can = try context.fetch("Artist") { $0.name == "Can" }[0]
    can.name = "CAN"
    try show("An artist changes its name")

    let neu = try context.insert("Artist")
    neu.name = "Neu!"
    try Self.album("Neu! 75", 100, by: neu, in: context)
    try show("A new artist with an album")

    try context.delete(can)
    try show("An artist leaves, with all albums")
    context.undo()
    try show("Undone")

    try context.save()
    let others = container.makeContext()
    let arrival = try others.fetch(Album.self) { $0.title == "Arrival" }[0]
    arrival.sold = 10
    try others.save()
    // Merges the saves of other contexts.
    try context.save()
    try show("Others have changed an album")
  }

  /// Prints the steps since the last call, and the resulting list.
  private func show(_ event: String) throws {
    print("\n\(event)")
    for step in try chart.update() { print("  \(step)") }
    for section in chart.sections {
      let albums = section.objects.map { album in
        "\(album["title"] ?? .null) \(album["sold"] ?? .null)"
      }
      print("  | \(section.name): \(albums.joined(separator: ", "))")
    }
  }

  /// Observes the caption of an album, which its class computes.
  func observe() throws {
    print("\nObserved")
    context.tracksReads = true
    let album = try context.fetch(Album.self) { $0.title == "Arrival" }[0]
    func show() {
      let caption = withObservationTracking {
        album.caption
      } onChange: {
        print("  its caption is another one")
      }
      print("  \(caption)")
    }
    show()
    album.artist = nil as ManagedObject?
    print("  its artist is gone")
    album.sold = 1000
    show()
    context.undo()
    show()
  }
}
