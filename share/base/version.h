#ifndef SHARE_BASE_VERSION_H
#define SHARE_BASE_VERSION_H

#define HIB_VERSION "0.1.0"

#endif
