#include "BenchmarkSQLite.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library is loaded as the store loads it: nothing must be installed to build.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

static int (*open_file)(const char *, sqlite3 **, int, const char *);
static int (*close_file)(sqlite3 *);
static int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
static int (*step)(sqlite3_stmt *);
static int (*reset)(sqlite3_stmt *);
static int (*finalize)(sqlite3_stmt *);
static int (*bind_integer)(sqlite3_stmt *, int, int64_t);
static int (*bind_real)(sqlite3_stmt *, int, double);
static int (*bind_text)(sqlite3_stmt *, int, const char *, int, void *);
static int64_t (*column_integer)(sqlite3_stmt *, int);
static double (*column_real)(sqlite3_stmt *, int);
static const unsigned char *(*column_text)(sqlite3_stmt *, int);
static int (*column_bytes)(sqlite3_stmt *, int);

struct item {
  int64_t key, version, pieces, rank, size;
  double price, weight, added;
  char *texts[3];
  int lengths[3];
  bool is_out;
};

struct benchmark_sqlite {
  sqlite3 *handle;
  sqlite3_stmt *find;
  struct item **items;
  int64_t item_count;
};

static void *library(void) {
  void *handle = dlopen("libsqlite3.so.0", RTLD_NOW);
  return handle ? handle : dlopen("/usr/lib/libsqlite3.dylib", RTLD_NOW);
}

static bool load(void) {
  void *handle = library();
  if (!handle) return false;
  *(void **)&open_file = dlsym(handle, "sqlite3_open_v2");
  *(void **)&close_file = dlsym(handle, "sqlite3_close_v2");
  *(void **)&prepare = dlsym(handle, "sqlite3_prepare_v2");
  *(void **)&step = dlsym(handle, "sqlite3_step");
  *(void **)&reset = dlsym(handle, "sqlite3_reset");
  *(void **)&finalize = dlsym(handle, "sqlite3_finalize");
  *(void **)&bind_integer = dlsym(handle, "sqlite3_bind_int64");
  *(void **)&bind_real = dlsym(handle, "sqlite3_bind_double");
  *(void **)&bind_text = dlsym(handle, "sqlite3_bind_text");
  *(void **)&column_integer = dlsym(handle, "sqlite3_column_int64");
  *(void **)&column_real = dlsym(handle, "sqlite3_column_double");
  *(void **)&column_text = dlsym(handle, "sqlite3_column_text");
  *(void **)&column_bytes = dlsym(handle, "sqlite3_column_bytes");
  return open_file && prepare && column_bytes;
}

static bool run(sqlite3 *handle, const char *text) {
  sqlite3_stmt *statement;
  if (prepare(handle, text, -1, &statement, NULL)) return false;
  int code = step(statement);
  finalize(statement);
  return code == 100 || code == 101;
}

benchmark_sqlite *benchmark_sqlite_open(const char *path) {
  if (!load()) return NULL;
  benchmark_sqlite *file = calloc(1, sizeof *file);
  if (open_file(path, &file->handle, 2 | 4 | 0x8000, NULL)) return NULL;
  run(file->handle, "PRAGMA journal_mode = WAL");
  run(file->handle, "PRAGMA synchronous = FULL");
  run(file->handle,
      "CREATE TABLE IF NOT EXISTS Item (_id INTEGER PRIMARY KEY, _version INTEGER NOT NULL,"
      " name TEXT, note TEXT, place TEXT, pieces INTEGER NOT NULL, rank INTEGER NOT NULL,"
      " size INTEGER NOT NULL, price ANY NOT NULL, weight ANY NOT NULL, isOut INTEGER NOT NULL,"
      " added ANY NOT NULL) STRICT");
  run(file->handle, "CREATE UNIQUE INDEX IF NOT EXISTS Item_name ON Item (name)");
  return file;
}

void benchmark_sqlite_close(benchmark_sqlite *file) {
  finalize(file->find);
  close_file(file->handle);
  free(file);
}

// The item of a key, whose texts are in the memory that is given.
static struct item item_of(int64_t key, char *name, char *note) {
  struct item item = {.key = key, .version = 1, .pieces = key - 1, .rank = (key - 1) % 10, .size = 3,
                      .price = (double)(key - 1) / 4, .weight = 0.5, .added = 700000000.25, .is_out = true};
  item.texts[0] = name;
  item.lengths[0] = snprintf(name, 32, "item %lld", (long long)(key - 1));
  item.texts[1] = note;
  item.lengths[1] = snprintf(note, 64, "a note that is longer, about %lld", (long long)(key - 1));
  item.texts[2] = "Wien";
  item.lengths[2] = 4;
  return item;
}

static bool insert_item(sqlite3_stmt *statement, const struct item *item) {
  bind_integer(statement, 1, item->key);
  bind_integer(statement, 2, item->version);
  for (int text = 0; text < 3; text++)
    bind_text(statement, 3 + text, item->texts[text], item->lengths[text], NULL);
  bind_integer(statement, 6, item->pieces);
  bind_integer(statement, 7, item->rank);
  bind_integer(statement, 8, item->size);
  bind_real(statement, 9, item->price);
  bind_real(statement, 10, item->weight);
  bind_integer(statement, 11, item->is_out);
  bind_real(statement, 12, item->added);
  bool done = step(statement) == 101;
  reset(statement);
  return done;
}

static sqlite3_stmt *begin_insertion(benchmark_sqlite *file) {
  sqlite3_stmt *statement = NULL;
  run(file->handle, "BEGIN IMMEDIATE");
  prepare(file->handle, "INSERT INTO Item VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", -1, &statement, NULL);
  return statement;
}

bool benchmark_sqlite_insert(benchmark_sqlite *file, int64_t count) {
  sqlite3_stmt *statement = begin_insertion(file);
  for (int64_t key = 1; key <= count; key++) {
    char name[32], note[64];
    struct item item = item_of(key, name, note);
    if (!insert_item(statement, &item)) return false;
  }
  finalize(statement);
  return run(file->handle, "COMMIT");
}

void benchmark_sqlite_make(benchmark_sqlite *file, int64_t count) {
  file->items = malloc(count * sizeof *file->items);
  for (int64_t key = 1; key <= count; key++) {
    char name[32], note[64];
    struct item *item = file->items[file->item_count++] = malloc(sizeof *item);
    *item = item_of(key, name, note);
    for (int text = 0; text < 3; text++) item->texts[text] = strdup(item->texts[text]);
  }
}

bool benchmark_sqlite_save(benchmark_sqlite *file) {
  sqlite3_stmt *statement = begin_insertion(file);
  for (int64_t index = 0; index < file->item_count; index++)
    if (!insert_item(statement, file->items[index])) return false;
  finalize(statement);
  return run(file->handle, "COMMIT");
}

int64_t benchmark_sqlite_fetch(benchmark_sqlite *file) {
  sqlite3_stmt *statement;
  if (prepare(file->handle,
              "SELECT _id, _version, name, note, place, pieces, rank, size, price, weight, isOut,"
              " added FROM Item ORDER BY _id",
              -1, &statement, NULL))
    return -1;
  int64_t count = 0, capacity = 1024;
  struct item **items = malloc(capacity * sizeof *items);
  while (step(statement) == 100) {
    if (count == capacity) items = realloc(items, (capacity *= 2) * sizeof *items);
    struct item *item = items[count++] = malloc(sizeof *item);
    item->key = column_integer(statement, 0);
    item->version = column_integer(statement, 1);
    for (int text = 0; text < 3; text++) {
      const unsigned char *bytes = column_text(statement, 2 + text);
      int length = item->lengths[text] = column_bytes(statement, 2 + text);
      item->texts[text] = malloc(length + 1);
      memcpy(item->texts[text], bytes, length + 1);
    }
    item->pieces = column_integer(statement, 5);
    item->rank = column_integer(statement, 6);
    item->size = column_integer(statement, 7);
    item->price = column_real(statement, 8);
    item->weight = column_real(statement, 9);
    item->is_out = column_integer(statement, 10);
    item->added = column_real(statement, 11);
  }
  finalize(statement);
  file->items = items;
  return file->item_count = count;
}

void benchmark_sqlite_forget(benchmark_sqlite *file) {
  for (int64_t index = 0; index < file->item_count; index++) {
    for (int text = 0; text < 3; text++) free(file->items[index]->texts[text]);
    free(file->items[index]);
  }
  free(file->items);
  file->items = NULL;
  file->item_count = 0;
}

bool benchmark_sqlite_update(benchmark_sqlite *file, int64_t count, int64_t every) {
  sqlite3_stmt *statement;
  run(file->handle, "BEGIN IMMEDIATE");
  if (prepare(file->handle, "UPDATE Item SET pieces = ?, _version = _version + 1 WHERE _id = ?", -1,
              &statement, NULL))
    return false;
  for (int64_t key = 1; key <= count; key += every) {
    bind_integer(statement, 1, key + 7);
    bind_integer(statement, 2, key);
    if (step(statement) != 101) return false;
    reset(statement);
  }
  finalize(statement);
  return run(file->handle, "COMMIT");
}

int64_t benchmark_sqlite_find(benchmark_sqlite *file, int64_t number) {
  if (!file->find) {
    prepare(file->handle,
            "SELECT _id, _version, name, note, place, pieces, rank, size, price, weight, isOut,"
            " added FROM Item WHERE name = ?",
            -1, &file->find, NULL);
  }
  char name[32];
  int length = snprintf(name, sizeof name, "item %lld", (long long)number);
  bind_text(file->find, 1, name, length, NULL);
  int64_t key = step(file->find) == 100 ? column_integer(file->find, 0) : -1;
  reset(file->find);
  return key;
}

bool benchmark_sqlite_make_notes(benchmark_sqlite *file) {
  return run(file->handle,
             "CREATE TABLE Note (_id INTEGER PRIMARY KEY, _version INTEGER NOT NULL, title TEXT, text TEXT) STRICT") &&
         run(file->handle,
             "CREATE VIRTUAL TABLE words USING fts5 (title, text, content = 'Note', content_rowid = '_id')") &&
         run(file->handle,
             "CREATE TRIGGER adding AFTER INSERT ON Note BEGIN"
             " INSERT INTO words (rowid, title, text) VALUES (new._id, new.title, new.text); END");
}

bool benchmark_sqlite_insert_notes(benchmark_sqlite *file, const char *const *titles, const char *const *texts,
                                   int64_t count) {
  sqlite3_stmt *statement = NULL;
  run(file->handle, "BEGIN IMMEDIATE");
  prepare(file->handle, "INSERT INTO Note VALUES (?,?,?,?)", -1, &statement, NULL);
  for (int64_t key = 1; key <= count; key++) {
    bind_integer(statement, 1, key);
    bind_integer(statement, 2, 1);
    bind_text(statement, 3, titles[key - 1], -1, NULL);
    bind_text(statement, 4, texts[key - 1], -1, NULL);
    if (step(statement) != 101) return false;
    reset(statement);
  }
  finalize(statement);
  return run(file->handle, "COMMIT");
}

int64_t benchmark_sqlite_search(benchmark_sqlite *file, const char *query) {
  if (!file->find)
    prepare(file->handle,
            "SELECT _id, _version, Note.title, Note.text FROM words JOIN Note ON Note._id = words.rowid"
            " WHERE words MATCH ? ORDER BY bm25(words, 4.0, 1.0), _id LIMIT 20",
            -1, &file->find, NULL);
  bind_text(file->find, 1, query, -1, NULL);
  int64_t sum = 0;
  while (step(file->find) == 100) {
    sum += column_integer(file->find, 0);
    for (int column = 2; column < 4; column++) {
      char *copy = malloc(column_bytes(file->find, column) + 1);
      memcpy(copy, column_text(file->find, column), column_bytes(file->find, column) + 1);
      free(copy);
    }
  }
  reset(file->find);
  return sum;
}

int64_t benchmark_sqlite_read(benchmark_sqlite *file, const char *text) {
  sqlite3_stmt *statement;
  if (prepare(file->handle, text, -1, &statement, NULL)) return -1;
  int64_t sum = 0;
  while (step(statement) == 100) sum += column_integer(statement, 0);
  finalize(statement);
  return sum;
}
