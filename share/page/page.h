#ifndef SHARE_PAGE_PAGE_H
#define SHARE_PAGE_PAGE_H

/* The style and the script of HTML pages, which are files beside this one; each ends with NUL. */
extern const char page_style[], page_script[];

#endif
