#include "BenchmarkHeap.h"

// Any header of the C library defines __GLIBC__; those of the compiler do not.
#include <stdlib.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>

size_t benchmark_heap_in_use(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}

void benchmark_heap_trim(void) { malloc_zone_pressure_relief(NULL, 0); }
#elif defined(__GLIBC__)
#include <malloc.h>

size_t benchmark_heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void benchmark_heap_trim(void) { malloc_trim(0); }
#else
size_t benchmark_heap_in_use(void) { return 0; }

void benchmark_heap_trim(void) {}
#endif
