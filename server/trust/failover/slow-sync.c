// Loaded before all other libraries, it makes each fsync and fdatasync of a program wait, as a slow disk does. The file that
// SLOW_SYNC names says how many milliseconds; while there is no such file, nothing waits.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long delay_ms(void) {
  const char *name = getenv("SLOW_SYNC");
  FILE *file = name ? fopen(name, "r") : NULL;
  long ms = 0;
  if (file) {
    if (fscanf(file, "%ld", &ms) != 1) ms = 0;
    fclose(file);
  }
  return ms;
}

// It waits in small steps, so that it ends soon after the file is gone. A signal cuts a step short, not the wait.
static void wait_for_delay(void) {
  struct timespec began, now, step = {0, 10000000};
  clock_gettime(CLOCK_MONOTONIC, &began);
  for (;;) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    long waited = (now.tv_sec - began.tv_sec) * 1000 + (now.tv_nsec - began.tv_nsec) / 1000000;
    if (waited >= delay_ms()) return;
    nanosleep(&step, NULL);
  }
}

typedef int (*sync_call)(int);

int fsync(int file) {
  wait_for_delay();
  return ((sync_call)dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  wait_for_delay();
  return ((sync_call)dlsym(RTLD_NEXT, "fdatasync"))(file);
}
