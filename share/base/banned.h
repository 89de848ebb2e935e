#ifndef SHARE_BASE_BANNED_H
#define SHARE_BASE_BANNED_H

/* Calls that cannot be used safely; naming one is a compile error. */
/* clang's fortified headers have it as a macro */
#undef sprintf
#pragma GCC poison strcpy strcat sprintf vsprintf strtok atoi atol atoll atof ctime gets

#endif
