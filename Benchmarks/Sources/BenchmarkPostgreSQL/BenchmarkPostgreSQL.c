#include "BenchmarkPostgreSQL.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library is loaded as the store loads it: nothing must be installed to build.
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

static PGconn *(*connect_database)(const char *);
static void (*finish)(PGconn *);
static int (*status)(const PGconn *);
static PGresult *(*execute)(PGconn *, const char *);
static PGresult *(*prepare)(PGconn *, const char *, const char *, int, const uint32_t *);
static PGresult *(*execute_prepared)(PGconn *, const char *, int, const char *const *, const int *,
                                     const int *, int);
static int (*enter_pipeline)(PGconn *);
static int (*exit_pipeline)(PGconn *);
static int (*sync_pipeline)(PGconn *);
static int (*send_text)(PGconn *, const char *, int, const uint32_t *, const char *const *,
                        const int *, const int *, int);
static int (*send_prepared)(PGconn *, const char *, int, const char *const *, const int *,
                            const int *, int);
static PGresult *(*next_result)(PGconn *);
static int (*result_status)(const PGresult *);
static void (*clear)(PGresult *);
static int (*row_count)(const PGresult *);
static char *(*value)(const PGresult *, int, int);
static int (*length)(const PGresult *, int, int);
static int (*put_data)(PGconn *, const char *, int);
static int (*put_end)(PGconn *, const char *);

enum { columns = 12 };

struct benchmark_postgresql {
  PGconn *connection;
  /// The parameters of an item, as they stand in the buffer.
  char buffer[512];
  const char *values[columns];
  int lengths[columns], formats[columns];
  /// Whether the searches are prepared.
  bool searches;
};

struct item {
  int64_t key, version, pieces, rank, size, added;
  double price, weight;
  char *texts[3];
  int lengths[3];
  bool is_out;
};

static bool load(void) {
  void *handle = dlopen("libpq.so.5", RTLD_NOW);
  if (!handle) handle = dlopen("/opt/homebrew/opt/libpq/lib/libpq.5.dylib", RTLD_NOW);
  if (!handle) return false;
  *(void **)&connect_database = dlsym(handle, "PQconnectdb");
  *(void **)&finish = dlsym(handle, "PQfinish");
  *(void **)&status = dlsym(handle, "PQstatus");
  *(void **)&execute = dlsym(handle, "PQexec");
  *(void **)&prepare = dlsym(handle, "PQprepare");
  *(void **)&execute_prepared = dlsym(handle, "PQexecPrepared");
  *(void **)&enter_pipeline = dlsym(handle, "PQenterPipelineMode");
  *(void **)&exit_pipeline = dlsym(handle, "PQexitPipelineMode");
  *(void **)&sync_pipeline = dlsym(handle, "PQpipelineSync");
  *(void **)&send_text = dlsym(handle, "PQsendQueryParams");
  *(void **)&send_prepared = dlsym(handle, "PQsendQueryPrepared");
  *(void **)&next_result = dlsym(handle, "PQgetResult");
  *(void **)&result_status = dlsym(handle, "PQresultStatus");
  *(void **)&clear = dlsym(handle, "PQclear");
  *(void **)&row_count = dlsym(handle, "PQntuples");
  *(void **)&value = dlsym(handle, "PQgetvalue");
  *(void **)&length = dlsym(handle, "PQgetlength");
  *(void **)&put_data = dlsym(handle, "PQputCopyData");
  *(void **)&put_end = dlsym(handle, "PQputCopyEnd");
  return connect_database && enter_pipeline && put_end;
}

static bool run(PGconn *connection, const char *text) {
  PGresult *result = execute(connection, text);
  bool is_fine = result_status(result) == 1 || result_status(result) == 2;
  clear(result);
  return is_fine;
}

benchmark_postgresql *benchmark_postgresql_open(const char *address) {
  if (!load()) return NULL;
  benchmark_postgresql *database = calloc(1, sizeof *database);
  database->connection = connect_database(address);
  PGconn *connection = database->connection;
  if (status(connection)) return NULL;
  run(connection,
      "CREATE TABLE plain (_id bigint PRIMARY KEY, _version bigint NOT NULL, name text COLLATE \"C\","
      " note text COLLATE \"C\" NOT NULL, place text COLLATE \"C\" NOT NULL, pieces bigint NOT NULL,"
      " rank bigint NOT NULL, size bigint NOT NULL, price double precision NOT NULL,"
      " weight double precision NOT NULL, \"isOut\" boolean NOT NULL, added timestamptz NOT NULL)");
  run(connection, "CREATE UNIQUE INDEX plain_name ON plain (name)");
  clear(prepare(connection, "insert",
                "INSERT INTO plain VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)", 0, NULL));
  clear(prepare(connection, "fetch", "SELECT * FROM plain ORDER BY _id", 0, NULL));
  clear(prepare(connection, "find", "SELECT * FROM plain WHERE _id = $1", 0, NULL));
  return database;
}

void benchmark_postgresql_close(benchmark_postgresql *database) {
  finish(database->connection);
  free(database);
}

// MARK: Writing

static char *put(char *place, int size, uint64_t number) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) *place++ = (char)(number >> shift);
  return place;
}

static char *put_field(char *place, int size, uint64_t number) {
  return put(put(place, 4, (uint64_t)size), size, number);
}

static char *put_text(char *place, const char *text, int count) {
  place = put(place, 4, (uint64_t)count);
  memcpy(place, text, (size_t)count);
  return place + count;
}

static uint64_t bits(double number) {
  uint64_t bits;
  memcpy(&bits, &number, 8);
  return bits;
}

/// The values of an item, each behind its length.
static char *put_item(char *place, int64_t number) {
  char text[64];
  place = put_field(place, 8, (uint64_t)number);
  place = put_field(place, 8, 1);
  place = put_text(place, text, snprintf(text, sizeof text, "item %lld", (long long)number));
  place = put_text(
      place, text, snprintf(text, sizeof text, "a note that is longer, about %lld", (long long)number));
  place = put_text(place, "Wien", 4);
  place = put_field(place, 8, (uint64_t)number);
  place = put_field(place, 8, (uint64_t)(number % 10));
  place = put_field(place, 8, 3);
  place = put_field(place, 8, bits((double)number / 4));
  place = put_field(place, 8, bits(0.5));
  place = put_field(place, 1, 1);
  return put_field(place, 8, 850000000000000);
}

/// Begins a transaction that copies rows to a table.
static bool begin_copy(PGconn *connection, const char *statement) {
  run(connection, "BEGIN");
  PGresult *answer = execute(connection, statement);
  bool takes_rows = result_status(answer) == 4;
  clear(answer);
  static const char head[19] = "PGCOPY\n\377\r\n";
  return takes_rows && put_data(connection, head, 19) == 1;
}

static bool end_copy(PGconn *connection) {
  put_data(connection, "\377\377", 2);
  put_end(connection, NULL);
  bool is_fine = true;
  for (PGresult *result; (result = next_result(connection));) {
    is_fine = is_fine && result_status(result) == 1;
    clear(result);
  }
  return run(connection, "COMMIT") && is_fine;
}

bool benchmark_postgresql_copy(benchmark_postgresql *database, int64_t first, int64_t count) {
  PGconn *connection = database->connection;
  if (!begin_copy(connection, "COPY plain FROM STDIN (FORMAT binary)")) return false;
  for (int64_t number = first; number < first + count; number++) {
    char *end = put_item(put(database->buffer, 2, columns), number);
    put_data(connection, database->buffer, (int)(end - database->buffer));
  }
  return end_copy(connection);
}

bool benchmark_postgresql_insert(benchmark_postgresql *database, int64_t key) {
  PGconn *connection = database->connection;
  put_item(database->buffer, key);
  const char *place = database->buffer;
  for (int column = 0; column < columns; column++) {
    const unsigned char *size = (const unsigned char *)place;
    database->lengths[column] = size[0] << 24 | size[1] << 16 | size[2] << 8 | size[3];
    database->values[column] = place + 4;
    database->formats[column] = 1;
    place += 4 + database->lengths[column];
  }
  enter_pipeline(connection);
  send_text(connection, "BEGIN", 0, NULL, NULL, NULL, NULL, 1);
  send_prepared(connection, "insert", columns, database->values, database->lengths,
                database->formats, 1);
  send_text(connection, "COMMIT", 0, NULL, NULL, NULL, NULL, 1);
  sync_pipeline(connection);
  bool is_fine = true;
  while (true) {
    PGresult *result = next_result(connection);
    if (!result) continue;
    int code = result_status(result);
    clear(result);
    if (code == 10) break;
    is_fine = is_fine && code == 1;
  }
  exit_pipeline(connection);
  return is_fine;
}

// MARK: Reading

static uint64_t number(const PGresult *result, int row, int column, int size) {
  const unsigned char *bytes = (const unsigned char *)value(result, row, column);
  uint64_t number = 0;
  for (int index = 0; index < size; index++) number = number << 8 | bytes[index];
  return number;
}

static double real(const PGresult *result, int row, int column) {
  uint64_t bits = number(result, row, column, 8);
  double real;
  memcpy(&real, &bits, 8);
  return real;
}

static struct item *read_item(const PGresult *result, int row) {
  struct item *item = malloc(sizeof *item);
  item->key = (int64_t)number(result, row, 0, 8);
  item->version = (int64_t)number(result, row, 1, 8);
  for (int text = 0; text < 3; text++) {
    item->lengths[text] = length(result, row, 2 + text);
    item->texts[text] = malloc((size_t)item->lengths[text] + 1);
    memcpy(item->texts[text], value(result, row, 2 + text), (size_t)item->lengths[text] + 1);
  }
  item->pieces = (int64_t)number(result, row, 5, 8);
  item->rank = (int64_t)number(result, row, 6, 8);
  item->size = (int64_t)number(result, row, 7, 8);
  item->price = real(result, row, 8);
  item->weight = real(result, row, 9);
  item->is_out = number(result, row, 10, 1) == 1;
  item->added = (int64_t)number(result, row, 11, 8);
  return item;
}

static void free_item(struct item *item) {
  for (int text = 0; text < 3; text++) free(item->texts[text]);
  free(item);
}

int64_t benchmark_postgresql_fetch(benchmark_postgresql *database) {
  PGresult *result = execute_prepared(database->connection, "fetch", 0, NULL, NULL, NULL, 1);
  int count = row_count(result);
  struct item **items = malloc(sizeof *items * (size_t)(count + 1));
  for (int row = 0; row < count; row++) items[row] = read_item(result, row);
  clear(result);
  for (int row = 0; row < count; row++) free_item(items[row]);
  free(items);
  return count;
}

int64_t benchmark_postgresql_find(benchmark_postgresql *database, int64_t key) {
  char bytes[8];
  put(bytes, 8, (uint64_t)key);
  const char *values[] = {bytes};
  int lengths[] = {8}, formats[] = {1};
  PGresult *result =
      execute_prepared(database->connection, "find", 1, values, lengths, formats, 1);
  int64_t pieces = -1;
  if (row_count(result) == 1) {
    struct item *item = read_item(result, 0);
    pieces = item->pieces;
    free_item(item);
  }
  clear(result);
  return pieces;
}

// MARK: Notes

bool benchmark_postgresql_make_notes(benchmark_postgresql *database) {
  run(database->connection, "DROP TABLE IF EXISTS notes");
  return run(database->connection,
             "CREATE TABLE notes (_id bigint PRIMARY KEY, _version bigint NOT NULL, title text, text text,"
             " words tsvector GENERATED ALWAYS AS (setweight(to_tsvector('simple', title), 'A')"
             " || setweight(to_tsvector('simple', text), 'D')) STORED)") &&
         run(database->connection, "CREATE INDEX notes_words ON notes USING gin (words)");
}

bool benchmark_postgresql_insert_notes(benchmark_postgresql *database, const char *const *titles,
                                       const char *const *texts, int64_t count) {
  PGconn *connection = database->connection;
  if (!begin_copy(connection, "COPY notes (_id, _version, title, text) FROM STDIN (FORMAT binary)"))
    return false;
  for (int64_t key = 1; key <= count; key++) {
    int title = (int)strlen(titles[key - 1]), text = (int)strlen(texts[key - 1]);
    char *row = malloc((size_t)(title + text) + 64);
    char *end = put_field(put_field(put(row, 2, 4), 8, (uint64_t)key), 8, 1);
    end = put_text(put_text(end, titles[key - 1], title), texts[key - 1], text);
    put_data(connection, row, (int)(end - row));
    free(row);
  }
  return end_copy(connection);
}

// BM25 for two words. The number of rows and their usual length are known; the occurrences of a word are guessed from
// its rank.
static const char *const by_bm25 =
    "SELECT _id, _version, title, text FROM notes, (SELECT ln((1e5 - a + 0.5) / (a + 0.5)) AS a,"
    " ln((1e5 - b + 0.5) / (b + 0.5)) AS b FROM (SELECT"
    " (SELECT count(*) FROM notes WHERE words @@ to_tsquery('simple', split_part($1, ' & ', 1))) AS a,"
    " (SELECT count(*) FROM notes WHERE words @@ to_tsquery('simple', split_part($1, ' & ', 2))) AS b"
    " OFFSET 0) AS n OFFSET 0) AS n, LATERAL (SELECT"
    " 4 * ts_rank('{0,0,0,1}', words, to_tsquery('simple', split_part($1, ' & ', 1)))"
    " + ts_rank('{1,0,0,0}', words, to_tsquery('simple', split_part($1, ' & ', 1))) AS a,"
    " 4 * ts_rank('{0,0,0,1}', words, to_tsquery('simple', split_part($1, ' & ', 2)))"
    " + ts_rank('{1,0,0,0}', words, to_tsquery('simple', split_part($1, ' & ', 2))) AS b OFFSET 0) AS f"
    " WHERE words @@ to_tsquery('simple', $1) ORDER BY"
    " n.a * f.a * 2.2 / (f.a + 1.2 * (0.25 + 0.75 * length(words) / 50.0))"
    " + n.b * f.b * 2.2 / (f.b + 1.2 * (0.25 + 0.75 * length(words) / 50.0)) DESC, _id LIMIT 20";

int64_t benchmark_postgresql_search(benchmark_postgresql *database, const char *query, bool counts) {
  PGconn *connection = database->connection;
  if (!database->searches) {
    clear(prepare(connection, "count", by_bm25, 0, NULL));
    clear(prepare(connection, "search",
                  "SELECT _id, _version, title, text FROM notes WHERE words @@ to_tsquery('simple', $1)"
                  " ORDER BY ts_rank('{0.25, 0.25, 0.25, 1}', words, to_tsquery('simple', $1)) DESC, _id LIMIT 20",
                  0, NULL));
    database->searches = true;
  }
  const char *values[] = {query};
  int lengths[] = {(int)strlen(query)}, formats[] = {1};
  PGresult *result = execute_prepared(connection, counts ? "count" : "search", 1, values, lengths, formats, 1);
  int64_t sum = 0;
  for (int row = 0; row < row_count(result); row++) {
    sum += (int64_t)number(result, row, 0, 8);
    for (int column = 2; column < 4; column++) {
      char *copy = malloc((size_t)length(result, row, column) + 1);
      memcpy(copy, value(result, row, column), (size_t)length(result, row, column) + 1);
      free(copy);
    }
  }
  clear(result);
  return sum;
}
