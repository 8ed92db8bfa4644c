/* Asks as the index does, by MariaDB's client library in C: client PORT USER TABLE KEYS find|list|prepared
   find: one key at a time by a server-prepared statement; list: IN lists of 1000 keys in the text of the statement, as the
   index sends them; prepared: the same lists as parameters of a server-prepared statement. KEYS is a file of 64-bit
   numbers as this machine stores them, a multiple of 1000; the password is that of the environment variable MYSQL_PWD.
   Prints how many seconds it took, how many keys were found, and the sum of 64 * chunkId + subChunkId of them. */
#include <mysql.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { A_CALL = 1000 };
static uint64_t found, sum;

static void die(const char *what, const char *why) { fprintf(stderr, "client: %s: %s\n", what, why); exit(1); }
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void add(int64_t chunk, int64_t sub) { found++; sum += 64 * (uint64_t)chunk + (uint64_t)sub; }
static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* A prepared statement whose parameters and results are all 64-bit numbers. */
static MYSQL_STMT *prepare(MYSQL *server, const char *sql, int64_t *in, int inputs, int64_t *out, int outputs) {
  MYSQL_STMT *statement = mysql_stmt_init(server);
  if (mysql_stmt_prepare(statement, sql, strlen(sql))) die("prepare", mysql_stmt_error(statement));
  MYSQL_BIND *bound = calloc(inputs + outputs, sizeof *bound);
  for (int i = 0; i < inputs + outputs; i++) {
    bound[i].buffer_type = MYSQL_TYPE_LONGLONG;
    bound[i].buffer = i < inputs ? &in[i] : &out[i - inputs];
  }
  if (mysql_stmt_bind_param(statement, bound) || mysql_stmt_bind_result(statement, bound + inputs))
    die("bind", mysql_stmt_error(statement));
  return statement;
}

/* The location is in the last two results. */
static void execute(MYSQL_STMT *statement, const int64_t *location) {
  if (mysql_stmt_execute(statement)) die("execute", mysql_stmt_error(statement));
  int end;
  while ((end = mysql_stmt_fetch(statement)) == 0) add(location[0], location[1]);
  if (end != MYSQL_NO_DATA) die("fetch", mysql_stmt_error(statement));
  mysql_stmt_free_result(statement);
}

static void query(MYSQL *server, const char *sql, size_t length) {
  if (mysql_real_query(server, sql, length)) die("query", mysql_error(server));
  MYSQL_RES *rows = mysql_use_result(server);
  MYSQL_ROW row;
  while ((row = mysql_fetch_row(rows))) {
    volatile int64_t key = strtoll(row[0], NULL, 10);
    (void)key;
    add(atoi(row[1]), atoi(row[2]));
  }
  if (mysql_errno(server)) die("fetch", mysql_error(server));
  mysql_free_result(rows);
}

int main(int argc, char **argv) {
  if (argc != 6) die("usage", "client PORT USER TABLE KEYS find|list|prepared");
  FILE *file = fopen(argv[4], "rb");
  if (!file) die(argv[4], "cannot be opened");
  fseek(file, 0, SEEK_END);
  size_t count = ftell(file) / sizeof(int64_t);
  rewind(file);
  int64_t *keys = malloc(count * sizeof *keys), in[A_CALL], out[3];
  if (count % A_CALL || fread(keys, sizeof *keys, count, file) != count) die(argv[4], "not a multiple of 1000 keys");
  MYSQL *server = mysql_init(NULL);
  unsigned protocol = MYSQL_PROTOCOL_TCP;
  mysql_options(server, MYSQL_OPT_PROTOCOL, &protocol);
  if (!mysql_real_connect(server, "127.0.0.1", argv[2], getenv("MYSQL_PWD"), NULL, atoi(argv[1]), NULL, 0))
    die("connect", mysql_error(server));
  char *sql = malloc(A_CALL * 21 + 512);
  double start = 0;
  if (!strcmp(argv[5], "find")) {
    sprintf(sql, "SELECT chunkId, subChunkId FROM %s WHERE objectId = ?", argv[3]);
    MYSQL_STMT *statement = prepare(server, sql, in, 1, out, 2);
    start = now();
    for (size_t i = 0; i < count; i++) { in[0] = keys[i]; execute(statement, out); }
  } else if (!strcmp(argv[5], "list") || !strcmp(argv[5], "prepared")) {
    int text = argv[5][0] == 'l', begin = sprintf(sql, "SELECT objectId, chunkId, subChunkId FROM %s WHERE objectId IN (", argv[3]);
    MYSQL_STMT *statement = NULL;
    if (!text) {
      for (int i = 0, at = begin; i < A_CALL; i++) at += sprintf(sql + at, i + 1 < A_CALL ? "?," : "?)");
      statement = prepare(server, sql, in, A_CALL, out, 3);
    }
    start = now();
    for (size_t from = 0; from < count; from += A_CALL) {
      memcpy(in, keys + from, sizeof in);
      qsort(in, A_CALL, sizeof *in, ascending);
      if (text) {
        int at = begin;
        for (int i = 0; i < A_CALL; i++) at += sprintf(sql + at, "%" PRId64 "%c", in[i], i + 1 < A_CALL ? ',' : ')');
        query(server, sql, at);
      } else execute(statement, out + 1);
    }
  } else die(argv[5], "find, list or prepared");
  printf("%.6f %" PRIu64 " %" PRIu64 "\n", now() - start, found, sum);
  mysql_close(server);
  return 0;
}
