import Foundation

// The optimizer sees none of these bodies: without them it hoists pure work out of the loop that is
// timed, and the table shows 0.00 ns. The typed overloads of `eat` are not generic, because an
// unspecialized generic call costs more than what is measured.

/// Keeps a result alive that nothing else reads.
@_optimize(none) @inline(never)
func sink<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// Returns its argument, and hides from the optimizer that it does.
@_optimize(none) @inline(never)
func opaque<Value>(_ value: Value) -> Value { value }

/// May have changed any memory, as far as the optimizer knows.
@_optimize(none) @inline(never)
func barrier() {}

@_optimize(none) @inline(never)
func eat(_ value: String) -> Int { 1 }

@_optimize(none) @inline(never)
func eat(_ value: Double) -> Int { 1 }

@_optimize(none) @inline(never)
func eat(_ value: Bool) -> Int { 1 }

@_optimize(none) @inline(never)
func eat(_ value: Date) -> Int { 1 }

@_optimize(none) @inline(never)
func eat(_ value: UUID) -> Int { 1 }

/// Sums what `read` returns; inlined, so that the call in the loop is direct.
@inline(__always)
func repeatRead(_ iterations: Int, _ read: () -> Int) {
  var sum = 0
  for _ in 0..<iterations {
    barrier()
    sum &+= read()
  }
  sink(sum)
}

/// Calls `write` with the number of the iteration; inlined like ``repeatRead(_:_:)``.
@inline(__always)
func repeatWrite(_ iterations: Int, _ write: (Int) -> Void) {
  for iteration in 0..<iterations {
    barrier()
    write(iteration)
  }
}

/// Makes `count` objects, keeps them all, and drops them together.
@inline(__always)
func createAndDestroy<Object>(_ count: Int, _ make: () -> Object) {
  var objects: [Object] = []
  objects.reserveCapacity(count)
  for _ in 0..<count { objects.append(make()) }
  sink(objects)
}
