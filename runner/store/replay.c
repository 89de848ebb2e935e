#include "runner/store/replay.h"
int replay_journal(struct loaded *l, const char *p, struct error *e){(void)l;(void)p;(void)e;return 0;}
