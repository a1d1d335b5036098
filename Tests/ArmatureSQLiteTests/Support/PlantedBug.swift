import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport

/// A possible mistake of a database, expressed as another request than the given one.
enum PlantedBug: CaseIterable, Sendable {
  case leavesOutSubentities, addsSubentities
  case comparesTextWithoutCase, comparesTextWithoutAccents, sortsTextWithoutCase
  case takesAbsentValuesForNeither, findsNoAbsentValueInLists, takesNotANumberForAbsent
  case roundsLargeIntegers
  case takesLessForLessOrEqual, takesBeginningForPart, takesAnyForAll
  case forgetsALastCondition, forgetsAnAlternative, takesAllForAlternatives, forgetsNegation
  case forgetsTheOffset, forgetsTheLimit, forgetsTheLastOrder, sortsTheOtherWay

  func change(_ request: FetchRequest) -> FetchRequest {
    var request = request
    switch self {
    case .leavesOutSubentities: request.includesSubentities = false
    case .addsSubentities: request.includesSubentities = true
    case .forgetsTheOffset: request.offset = 0
    case .forgetsTheLimit: request.limit = nil
    case .forgetsTheLastOrder: request.orderedBy = Array(request.orderedBy.dropLast())
    case .sortsTheOtherWay:
      request.orderedBy = request.orderedBy.map {
        FetchOrder($0.expression, isAscending: !$0.isAscending, options: $0.options)
      }
    case .sortsTextWithoutCase:
      request.orderedBy = request.orderedBy.map {
        FetchOrder(
          $0.expression, isAscending: $0.isAscending, options: $0.options.union(.caseInsensitive))
      }
    default: request.predicate = change(request.predicate)
    }
    return request
  }

  private func change(_ predicate: FetchPredicate) -> FetchPredicate {
    switch predicate {
    case .constant: return predicate
    case .not(let condition):
      let changed = change(condition)
      return self == .forgetsNegation ? changed : .not(changed)
    case .and(let parts):
      let changed = parts.map(change)
      return .and(self == .forgetsALastCondition ? changed.dropLast() : changed)
    case .or(let parts):
      let changed = parts.map(change)
      if self == .takesAllForAlternatives { return .and(changed) }
      return .or(self == .forgetsAnAlternative ? changed.dropLast() : changed)
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      return change(left, comparison, right, options, quantifier)
    }
  }

  private func change(
    _ left: FetchExpression, _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ options: FetchPredicate.Options, _ quantifier: FetchPredicate.Quantifier
  ) -> FetchPredicate {
    var (comparison, right, options, quantifier) = (comparison, right, options, quantifier)
    switch self {
    case .comparesTextWithoutCase: options.insert(.caseInsensitive)
    case .comparesTextWithoutAccents: options.insert(.diacriticInsensitive)
    case .takesBeginningForPart: if comparison == .contains { comparison = .beginsWith }
    case .takesLessForLessOrEqual: if comparison == .less { comparison = .lessOrEqual }
    case .takesAnyForAll: if quantifier == .all { quantifier = .any }
    case .findsNoAbsentValueInLists:
      if case .list(let parts) = right, comparison == .in {
        right = .list(parts.filter { $0 != .constant(.null) })
      }
    case .takesNotANumberForAbsent:
      if case .constant(.double(let number)) = right, number.isNaN { right = .constant(.null) }
    case .roundsLargeIntegers:
      if case .constant(.int(let number)) = right { right = .constant(.double(Double(number))) }
    default: break
    }
    let changed = FetchPredicate.comparison(
      left, comparison, right, options: options, quantifier: quantifier)
    // In SQL, `a <> 1` is not true if a is null.
    guard self == .takesAbsentValuesForNeither, comparison == .notEqual, quantifier == .one,
      right != .constant(.null)
    else { return changed }
    return .and([changed, .comparison(left, .notEqual, .constant(.null))])
  }
}

/// A store that makes one mistake with each request.
///
/// `@unchecked Sendable`: one task uses each.
final class BuggyStore: PersistentStore, @unchecked Sendable {
  private let base: SQLiteStore
  private let mistake: PlantedBug

  init(_ base: SQLiteStore, _ mistake: PlantedBug) {
    (self.base, self.mistake) = (base, mistake)
  }

  var identifier: UUID { base.identifier }
  func open(_ model: ManagedObjectModel) throws { try base.open(model) }
  func reserveKeys(_ count: Int) throws -> Range<Int64> { try base.reserveKeys(count) }
  func reader() throws -> any StoreReader { Reader(try base.reader(), mistake) }
  func commit(_ changes: StoreChanges) throws -> [UInt32] { try base.commit(changes) }

  private final class Reader: StoreReaderOverAnother {
    let base: any StoreReader
    private let mistake: PlantedBug

    init(_ base: any StoreReader, _ mistake: PlantedBug) {
      (self.base, self.mistake) = (base, mistake)
    }

    func prepare(_ request: FetchRequest) throws -> any StoreQuery {
      SimpleStoreQuery(try base.prepare(request).request, of: self)
    }

    func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
      try base.fetch(mistake.change(request), into: rows)
    }

    func count(_ request: FetchRequest) throws -> Int { try base.count(mistake.change(request)) }
  }
}
