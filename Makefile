# hib: run storage benchmarks, draw bars. `make deps` gets what is missing, `make check` runs all tests.
PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build
CC ?= cc
CFLAGS ?= -O2 -g
V ?= 0
Q := $(if $(filter 1,$(V)),,@)

LIBRARIES := libxml-2.0 yaml-0.1 jansson libpcre2-8 libmd
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wformat=2 -Wundef -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wno-format-nonliteral -Werror
SANITIZE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
OUT := $(BUILD)$(if $(SAN),/san)

SOURCES := $(sort $(wildcard share/base/*.c report/*.c parsers/*.c runner/*.c runner/*/*.c))
OBJECTS := $(SOURCES:%.c=$(OUT)/objects/%.o)
LIBRARY := $(OUT)/libhib.a
PROGRAM := $(OUT)/hib
UNIT := $(patsubst tests/unit/%.c,$(OUT)/unit/%,$(sort $(wildcard tests/unit/*.c)))

# pkg-config is asked only when something is compiled: `make deps` must work without it
LIB_CFLAGS = $(shell pkg-config --cflags $(LIBRARIES))
LIB_LIBS = $(shell pkg-config --libs $(LIBRARIES)) -lutf8proc -lm
COMPILE = $(CC) -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -I. $(WARNINGS) $(CFLAGS) $(SANITIZE) $(LIB_CFLAGS)

.PHONY: all
all: $(PROGRAM)

$(PROGRAM): $(OUT)/objects/runner/main.o $(LIBRARY)
	@echo "  link    $@"
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -Wl,--as-needed -Wl,-O1 -Wl,--hash-style=gnu -o $@ $^ $(LDFLAGS) $(LIB_LIBS)

$(LIBRARY): $(filter-out %/runner/main.o,$(OBJECTS))
	$(Q)rm -f $@ && ar rcs $@ $^

$(OUT)/objects/%.o: %.c
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d)

.PHONY: clean
clean:
	rm -rf $(BUILD)
