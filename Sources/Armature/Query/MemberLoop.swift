import ArmatureModel

/// A loop over the members of a to-many relationship.
///
/// The loop tests a condition for the members, or computes an aggregate of them. To-one relationships can lead to the
/// to-many relationship, as in `author.books`. If several objects have the same author, the loop runs only once for
/// this author, and its result is cached during the request.
final class MemberLoop {
  enum Question {
    /// Whether the condition holds for any member, or for all.
    case any, all
    case aggregate(FetchExpression.Aggregate)
  }

  private let list: RowPath
  private let question: Question
  /// The condition for members to count; `nil` to count all.
  private let condition: CompiledPredicate?
  /// The value of each counted member; `nil` for the member itself.
  private let value: RowPath?
  private var known: [Handle: ScalarValue]?

  init(
    _ list: RowPath, _ question: Question, where condition: CompiledPredicate?,
    of value: RowPath? = nil
  ) {
    (self.list, self.question, self.condition, self.value) = (list, question, condition, value)
    known = list.isDirect ? nil : [:]
  }

  /// A loop over an object's own members that counts them or computes an aggregate of a numeric attribute.
  ///
  /// Fails for any other expression.
  convenience init?(_ expression: FetchExpression, of entity: String, _ tree: EntityTree) {
    guard case .aggregate(let aggregate, of: .keyPath(let path)) = expression,
      aggregate != .distinct, path.level == 0, let name = path.names.first, path.names.count <= 2,
      let relationship = tree.property(named: name, of: entity)?.asRelationship,
      relationship.isToMany, let list = RowPath(FetchPath([name]), of: entity, tree)
    else { return nil }
    guard let last = path.names.dropFirst().first else {
      guard aggregate == .count else { return nil }
      self.init(list, .aggregate(aggregate), where: nil)
      return
    }
    guard let value = RowPath(FetchPath([last]), of: relationship.destination, tree) else {
      return nil
    }
    switch value.kind {
    case .int16, .int32, .int64, .double:
      self.init(list, .aggregate(aggregate), where: nil, of: value)
    default: return nil
    }
  }

  /// The aggregate of an object, as a value.
  func value(for object: ManagedObject) -> AttributeValue? {
    guard case .aggregate(let aggregate) = question else { return nil }
    if aggregate == .count, value == nil, condition == nil {
      return .int(Int64(object.memberCount(object.shape.places[list.position])))
    }
    return visitMembers(of: .passUnretained(object)) { aggregated(aggregate, $0).value }
  }

  /// Returns the answer for an object: a Boolean, or the aggregate.
  func answer(for object: Unmanaged<ManagedObject>) -> ScalarValue {
    guard let owner = list.owner(from: object) else { return answer { _ in true } }
    guard known != nil else { return answer(among: owner) }
    let handle = owner._withUnsafeGuaranteedRef { $0.row.handle }
    if let answer = known?[handle] { return answer }
    let answer = answer(among: owner)
    known?[handle] = answer
    return answer
  }

  /// Whether more is read than values of the members themselves.
  private var readsFurther: Bool { condition != nil || value.map { !$0.isDirect } ?? false }

  private func answer(among owner: Unmanaged<ManagedObject>) -> ScalarValue {
    visitMembers(of: owner) { answer($0) }
  }

  /// Calls a closure with a function that visits the members of an object, until a visit returns false.
  @inline(__always) private func visitMembers<Answer>(
    of owner: Unmanaged<ManagedObject>,
    _ answer: ((_ visit: (Unmanaged<ManagedObject>) -> Bool) -> Bool) -> Answer
  ) -> Answer {
    owner._withUnsafeGuaranteedRef { owner in
      let place = owner.shape.places[list.position]
      let slots = owner.row.slots
      if slots.mayHaveFaults {
        if !readsFurther, owner.isReadable(place) {
          var areFilled = true
          let answer = answer { visit in
            owner.loadedList(place).allSatisfy { handle in
              let slot = slots[handle]
              guard slot.isThere else { return true }
              areFilled =
                slot.object?._withUnsafeGuaranteedRef { !$0.row.state.contains(.fault) } ?? false
              guard areFilled, let member = slot.object else { return false }
              return visit(member)
            }
          }
          if areFilled { return answer }
        }
        // This creates and fills faults, whose hooks may change the list.
        let members = owner.related(place)
        return withExtendedLifetime(members) {
          answer { visit in members.allSatisfy { visit(.passUnretained($0)) } }
        }
      }
      return answer { visit in
        owner.loadedList(place).allSatisfy { handle in
          let slot = slots[handle]
          guard slot.isThere, let member = slot.object else { return true }
          return visit(member)
        }
      }
    }
  }

  /// Returns the answer for the visited members, until a visit returns false.
  @inline(__always) private func answer(
    _ forEach: (_ visit: (Unmanaged<ManagedObject>) -> Bool) -> Bool
  ) -> ScalarValue {
    switch question {
    case .any: return ScalarValue(!forEach { !isIncluded($0) })
    case .all: return ScalarValue(forEach(isIncluded))
    case .aggregate(let aggregate):
      // Such loops only exist for numbers, dates and Booleans.
      return ScalarValue(aggregated(aggregate, forEach).value) ?? .absent
    }
  }

  @inline(__always) private func aggregated(
    _ aggregate: FetchExpression.Aggregate,
    _ forEach: (_ visit: (Unmanaged<ManagedObject>) -> Bool) -> Bool
  ) -> AggregateState {
    var state = AggregateState(aggregate, of: value?.kind)
    _ = forEach { member in
      if isIncluded(member) { add(member, to: &state) }
      return true
    }
    return state
  }

  @inline(__always) private func isIncluded(_ member: Unmanaged<ManagedObject>) -> Bool {
    condition?.holds(member, member._withUnsafeGuaranteedRef { $0.row }) ?? true
  }

  @inline(__always) private func add(
    _ member: Unmanaged<ManagedObject>, to state: inout AggregateState
  ) {
    guard let value else { return state.addOne() }
    guard let owner = value.owner(from: member) else { return }
    owner._withUnsafeGuaranteedRef { owner in
      state.add(owner.row, owner.shape.places[value.position])
    }
  }
}

extension ScalarValue {
  fileprivate init(_ truth: Bool) { self.init(kind: .truth, bits: truth ? 1 : 0) }
}
