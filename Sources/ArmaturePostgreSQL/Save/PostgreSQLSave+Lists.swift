import Armature
import ArmatureModel
import ArmatureSQL

/// To-many relationships.
extension PostgreSQLSave {
  private func place(of links: StoreChange.Links, at position: Int) -> SQLPlace? {
    guard let places = schema.places[changes.entityName(at: position)],
      places.indices.contains(links.property)
    else { return nil }
    return places[links.property]
  }

  /// Adds and removes members in tables of pairs. A member with its owner's key in a column is updated by its own
  /// change.
  func writePairs() throws {
    for (pairs, rows) in removedPairs.sorted(by: { $0.key.name < $1.key.name }) {
      try connection.post(
        """
        DELETE FROM \(name: pairs.name) AS "p" USING \(Self.rows) \
        WHERE \(Self.isPair(pairs))
        """, rows.owners, rows.members)
      try connection.post(
        PostgreSQLRowCheck.none(
          "\(name: pairs.name) AS \"p\" JOIN \(Self.rows) ON \(Self.isPair(pairs))"),
        rows.owners, rows.members)
    }
    for (pairs, rows) in pairs(\.coming).sorted(by: { $0.key.name < $1.key.name }) {
      try connection.post(
        """
        INSERT INTO \(name: pairs.name) (\(name: pairs.owner), \(name: pairs.member)) \
        SELECT "v"."owner", "v"."member" FROM \(Self.rows) ON CONFLICT DO NOTHING
        """, rows.owners, rows.members)
      try connection.post(
        PostgreSQLRowCheck.none(
          """
          \(Self.rows) WHERE NOT EXISTS (SELECT 1 FROM \(name: pairs.name) AS "p" \
          WHERE \(Self.isPair(pairs)))
          """), rows.owners, rows.members)
    }
  }

  /// Returns the condition that a row p of a table of pairs matches a row v of two arrays.
  private static func isPair(_ pairs: SQLPairs) -> SQLStatement {
    "\"p\".\(name: pairs.owner) = \"v\".\"owner\" AND \"p\".\(name: pairs.member) = \"v\".\"member\""
  }

  /// The removed pairs, including pairs of deleted rows.
  var removedPairs: [SQLPairs: Pairs] { pairs(\.going) }

  private func pairs(
    _ members: (StoreChange.Links) -> [ManagedObjectID]
  ) -> [SQLPairs: Pairs] {
    var all: [SQLPairs: Pairs] = [:]
    for position in groups.linking {
      let owner = changes.key(at: position)
      for links in changes.links(at: position) {
        guard case .pairs(let pairs)? = place(of: links, at: position) else { continue }
        for member in members(links) { all[pairs, default: Pairs()].add(owner, member.key, pairs) }
      }
    }
    return all
  }

  /// Two arrays as rows of a table.
  static let rows: SQLStatement =
    "unnest(CAST(? AS bigint[]), CAST(? AS bigint[])) AS \"v\" (\"owner\", \"member\")"

  /// Rows of a table of pairs.
  struct Pairs {
    private(set) var owners: [Int64] = []
    private(set) var members: [Int64] = []

    mutating func add(_ owner: Int64, _ member: Int64, _ pairs: SQLPairs) {
      owners.append(owner)
      members.append(member)
      if pairs.isSymmetric, owner != member {
        owners.append(member)
        members.append(owner)
      }
    }
  }

  // MARK: Order

  /// The new positions of members.
  private struct Moves {
    var members: [Int64] = []
    var owners: [Int64] = []
    var places: [Int64] = []

    mutating func add(_ member: Int64, of owner: Int64, to place: Int64) {
      members.append(member)
      owners.append(owner)
      places.append(place)
    }
  }

  /// Puts the members of ordered relationships into the order of the context. Members added by other saves come after
  /// them.
  func writeOrders() throws {
    var lists: [SQLListOrder: [(owner: Int64, links: StoreChange.Links)]] = [:]
    for position in groups.linking {
      for links in changes.links(at: position) {
        guard links.order != nil || !links.added.isEmpty,
          let order = place(of: links, at: position).flatMap({ SQLListOrder($0, schema) })
        else { continue }
        lists[order, default: []].append((changes.key(at: position), links))
      }
    }
    for (order, lists) in lists.sorted(by: { $0.key.table < $1.key.table }) {
      try write(lists, order)
    }
  }

  private func write(
    _ lists: [(owner: Int64, links: StoreChange.Links)], _ order: SQLListOrder
  ) throws {
    var (new, moves) = (Moves(), Moves())
    // Appended members: the members before them keep their positions, and are not read.
    let longer = lists.filter { $0.links.order == nil }
    let last = try lastPlaces(longer.map(\.owner), order)
    var whole = lists.filter { $0.links.order != nil }
    for (owner, links) in longer {
      let places = ListPlaces([last[owner]] + links.added.map { _ in nil })
      if places.changes[0] != nil, last[owner] != nil {
        whole.append((owner, links))
        continue
      }
      let moved = links.moved
      for (index, member) in links.added.enumerated() {
        guard let place = places.changes[index + 1] else { continue }
        if moved.contains(member) {
          moves.add(member.key, of: owner, to: place)
        } else {
          new.add(member.key, of: owner, to: place)
        }
      }
    }
    try send(new, order, onlyNew: true)
    let present = try members(of: whole.map(\.owner), order)
    for (owner, links) in whole {
      let own = ListPlaces.moves(links, among: present[owner] ?? [])
      for move in own { moves.add(move.member, of: owner, to: move.place) }
    }
    try send(moves, order, onlyNew: false)
  }

  private func lastPlaces(_ owners: [Int64], _ order: SQLListOrder) throws -> [Int64: Int64] {
    if owners.isEmpty { return [:] }
    try connection.post(
      "SELECT \(name: order.owner), MAX(\(name: order.place)) FROM \(name: order.table) WHERE \(name: order.owner) = ANY(?) GROUP BY \(name: order.owner)",
      owners)
    guard let result = try connection.receiveFine().last else { return [:] }
    var last: [Int64: Int64] = [:]
    for row in 0..<result.rowCount {
      if let owner = result.integer(row, 0) { last[owner] = result.integer(row, 1) }
    }
    return last
  }

  private func members(of owners: [Int64], _ order: SQLListOrder) throws -> [Int64: [ListPlaces
    .Member]]
  {
    if owners.isEmpty { return [:] }
    try connection.post(
      "SELECT \(name: order.owner), \(name: order.member), \(name: order.place) FROM \(name: order.table) WHERE \(name: order.owner) = ANY(?) ORDER BY \(name: order.place) IS NULL, \(name: order.place), \(name: order.member)",
      owners)
    guard let result = try connection.receiveFine().last else { return [:] }
    var members: [Int64: [ListPlaces.Member]] = [:]
    for row in 0..<result.rowCount {
      guard let owner = result.integer(row, 0), let member = result.integer(row, 1) else {
        continue
      }
      members[owner, default: []].append((member, result.integer(row, 2)))
    }
    return members
  }

  /// - Parameter onlyNew: Whether only members without a position move.
  private func send(_ moves: Moves, _ order: SQLListOrder, onlyNew: Bool) throws {
    if moves.members.isEmpty { return }
    let place: SQLStatement = "\"t\".\(name: order.place)"
    let condition: SQLStatement = onlyNew ? " AND \(place) IS NULL" : .empty
    let rows: SQLStatement = """
      unnest(CAST(? AS bigint[]), CAST(? AS bigint[]), CAST(? AS bigint[])) AS "v" ("member", "owner", "place")
      """
    let isMember: SQLStatement = """
      "t".\(name: order.owner) = "v"."owner" AND "t".\(name: order.member) = "v"."member"
      """
    try connection.post(
      """
      UPDATE \(name: order.table) AS "t" SET \(name: order.place) = "v"."place" \
      FROM \(rows) WHERE \(isMember)\(condition)
      """, moves.members, moves.owners, moves.places)
    let isUnmoved: SQLStatement =
      onlyNew ? "\(place) IS NULL" : "\(place) IS DISTINCT FROM \"v\".\"place\""
    try connection.post(
      PostgreSQLRowCheck.none(
        "\(name: order.table) AS \"t\" JOIN \(rows) ON \(isMember) AND \(isUnmoved)"),
      moves.members, moves.owners, moves.places)
  }
}
