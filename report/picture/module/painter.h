#ifndef REPORT_PICTURE_MODULE_PAINTER_H
#define REPORT_PICTURE_MODULE_PAINTER_H

#include <pango/pangocairo.h>

#include "report/picture/module/module.h"

/* A surface of CAIRO_FORMAT_RGB24 with the layout on it; its status tells whether that worked. Owned by the
 * caller. */
cairo_surface_t *paint_layout(const struct layout *layout, double scale, const struct picture_host *host);

#endif
