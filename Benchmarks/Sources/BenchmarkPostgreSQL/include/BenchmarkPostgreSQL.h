#include <stdbool.h>
#include <stdint.h>

/// A database of PostgreSQL that C reads and writes by libpq: binary values, prepared statements, several of them in a
/// trip, and COPY for many rows.
typedef struct benchmark_postgresql benchmark_postgresql;

/// Connects, and makes a table of items of ten columns; NULL where there is no library or no server.
benchmark_postgresql *benchmark_postgresql_open(const char *address);
void benchmark_postgresql_close(benchmark_postgresql *database);

/// Copies so many items of the keys from one on in one transaction.
bool benchmark_postgresql_copy(benchmark_postgresql *database, int64_t first, int64_t count);
/// Inserts one item in a transaction, in one trip.
bool benchmark_postgresql_insert(benchmark_postgresql *database, int64_t key);
/// Reads all items into structs, with a copy of each text, and frees them; the result is the number of them.
int64_t benchmark_postgresql_fetch(benchmark_postgresql *database);
/// Reads one item by its key; the result is the number of its pieces.
int64_t benchmark_postgresql_find(benchmark_postgresql *database, int64_t key);

/// Copies notes with a generated column of their words, which has an index, in one transaction.
bool benchmark_postgresql_insert_notes(benchmark_postgresql *database, const char *const *titles,
                                       const char *const *texts, int64_t count);
/// Makes an empty table for notes.
bool benchmark_postgresql_make_notes(benchmark_postgresql *database);
/// Reads the 20 notes with the highest rank for a query, with a copy of each text; the result is the sum of the keys.
/// The rank is the server's own, or BM25 for two words, for which the notes with each word are counted.
int64_t benchmark_postgresql_search(benchmark_postgresql *database, const char *query, bool counts);
