#include <stdbool.h>
#include <stdint.h>

/// A file of SQLite that C reads and writes: one kept statement for each task, values bound without copies.
typedef struct benchmark_sqlite benchmark_sqlite;

/// Opens a file, and makes its table of items; NULL where there is no library.
benchmark_sqlite *benchmark_sqlite_open(const char *path);
void benchmark_sqlite_close(benchmark_sqlite *file);

/// Inserts items of the keys from 1 in one transaction.
bool benchmark_sqlite_insert(benchmark_sqlite *file, int64_t count);
/// Makes items of the keys from 1 in structs, and keeps them.
void benchmark_sqlite_make(benchmark_sqlite *file, int64_t count);
/// Inserts the items that are kept in one transaction.
bool benchmark_sqlite_save(benchmark_sqlite *file);
/// Reads all items into structs, with a copy of each text, and keeps them; the result is the number of them.
int64_t benchmark_sqlite_fetch(benchmark_sqlite *file);
/// Frees the items that are kept.
void benchmark_sqlite_forget(benchmark_sqlite *file);
/// Changes a number of every so many items in one transaction.
bool benchmark_sqlite_update(benchmark_sqlite *file, int64_t count, int64_t step);
/// Reads one item by its name; the result is its key.
int64_t benchmark_sqlite_find(benchmark_sqlite *file, int64_t number);
/// Makes a table of notes with a full-text index of FTS5, kept in step by triggers, as its manual shows.
bool benchmark_sqlite_make_notes(benchmark_sqlite *file);
/// Inserts notes of the keys from 1 in one transaction.
bool benchmark_sqlite_insert_notes(benchmark_sqlite *file, const char *const *titles, const char *const *texts,
                                   int64_t count);
/// Reads the 20 most relevant notes for a query, with a copy of each text; the result is the sum of their keys.
int64_t benchmark_sqlite_search(benchmark_sqlite *file, const char *query);
/// Runs a statement that yields numbers; the result is their sum.
int64_t benchmark_sqlite_read(benchmark_sqlite *file, const char *statement);
