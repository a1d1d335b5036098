#ifndef BENCHMARK_HEAP_H
#define BENCHMARK_HEAP_H

#include <stddef.h>

/// Bytes the allocator has handed out and not got back, its own overhead included; 0 where unknown.
size_t benchmark_heap_in_use(void);

/// Gives memory that is free back to the system, where the allocator can.
void benchmark_heap_trim(void);

/// Has the allocator put away what was freed, which otherwise falls on whoever asks for memory next.
void benchmark_heap_settle(void);

#endif
