/// The changes of a save that are based on another state of their rows, given by position.
package struct SQLConflicts: Error {
  package let positions: [Int]

  package init(positions: [Int]) { self.positions = positions }
}
