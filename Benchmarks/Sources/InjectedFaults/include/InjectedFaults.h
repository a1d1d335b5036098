#ifndef INJECTED_FAULTS_H
#define INJECTED_FAULTS_H

// What the system is asked for that can be made to fail, as bits.
enum {
  FAULTS_OPEN = 1 << 0,
  FAULTS_READ = 1 << 1,
  FAULTS_WRITE = 1 << 2,
  FAULTS_SYNC = 1 << 3,
  FAULTS_TRUNCATE = 1 << 4,
  FAULTS_RENAME = 1 << 5,
  FAULTS_LINK = 1 << 6,
  FAULTS_UNLINK = 1 << 7,
  FAULTS_LOCK = 1 << 8,
  FAULTS_OWN = 1 << 9,
  FAULTS_MAP = 1 << 10,
};

// What happens then.
enum {
  // Nothing is done but to fail.
  FAULTS_FAIL,
  // A write fails after half of its bytes.
  FAULTS_TEAR,
  // A write ends after half of its bytes, without an error.
  FAULTS_SHORTEN,
  // The process ends, in the middle of a write.
  FAULTS_KILL,
};

// From now on, the `first` call of these kinds to a file below a folder fails with `error`, and if `lasts`,
// all after it, too.
void faults_arm(const char *folder, unsigned calls, long first, int error, int lasts, int how);

// Ends it, and tells how many calls have failed.
long faults_disarm(void);

#endif
