import Foundation

// The optimizer cannot see these bodies. Without them, it would move pure work out of the timed loop, and the table
// would show 0.00 ns. The typed overloads of `eat` are not generic, because an unspecialized generic call costs more
// than the measured operation.

/// Keeps a result alive that is otherwise unused.
@_optimize(none) @inline(never)
func sink<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// Returns its argument in a way that is opaque to the optimizer.
@_optimize(none) @inline(never)
func opaque<Value>(_ value: Value) -> Value { value }

/// Makes the optimizer assume that any memory may have changed.
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

/// Sums the results of `read`; inlined, so that the call in the loop is direct.
@inline(__always)
func repeatRead(_ iterations: Int, _ read: () -> Int) {
  var sum = 0
  for _ in 0..<iterations {
    barrier()
    sum &+= read()
  }
  sink(sum)
}

/// Calls `write` with the iteration's number; inlined like ``repeatRead(_:_:)``.
@inline(__always)
func repeatWrite(_ iterations: Int, _ write: (Int) -> Void) {
  for iteration in 0..<iterations {
    barrier()
    write(iteration)
  }
}

/// Creates `count` objects, keeps all of them, and releases them together.
@inline(__always)
func createAndDestroy<Object>(_ count: Int, _ make: () -> Object) {
  var objects: [Object] = []
  objects.reserveCapacity(count)
  for _ in 0..<count { objects.append(make()) }
  sink(objects)
}
