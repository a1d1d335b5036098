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

void benchmark_heap_settle(void) {}
#elif defined(__GLIBC__)
#include <malloc.h>

size_t benchmark_heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void benchmark_heap_trim(void) { malloc_trim(0); }

// A large request looks through at most 10,000 pieces that nobody has sorted yet.
void benchmark_heap_settle(void) {
  for (int count = 0; count < 2000; count++) {
    char *volatile piece = malloc(100000);
    free(piece);
  }
}
#else
size_t benchmark_heap_in_use(void) { return 0; }

void benchmark_heap_trim(void) {}

void benchmark_heap_settle(void) {}
#endif
