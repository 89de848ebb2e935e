# hib: run storage benchmarks, draw bars.
#   make            build/hib                    make deps     get the Debian packages that are missing
#   make demo       the main job, with bars      make check    all tests; make check-browser: HTML pages
# SAN=address,undefined builds with sanitizers into build/san; VALGRIND=1 runs the tests under
# valgrind, VALGRIND=golden some; V=1 shows the commands; PREFIX and DESTDIR are for install; STATIC=1
# links all libraries but libc in.
PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build
CC ?= cc
CFLAGS ?= -O2 -g
V ?= 0
Q := $(if $(filter 1,$(V)),,@)

DEBIAN_BUILD := gcc libc6-dev pkg-config libxml2-dev libyaml-dev libjansson-dev libpcre2-dev libmd-dev libutf8proc-dev \
	libcairo2-dev libpango1.0-dev libpng-dev
DEBIAN_RUN := fio dbench fsmark postmark bonnie++ tar mount e2fsprogs xfsprogs btrfs-progs
DEBIAN_TEST := perl jq procps libxml2-utils mandoc librsvg2-bin python3 strace curl
DEBIAN_PACKAGE := dpkg-dev fakeroot
DEBIAN_LINT := shellcheck cppcheck clang-format
DEBIAN_BROWSER := chromium $(if $(shell command -v npm),,nodejs npm)
LIBRARIES := libxml-2.0 yaml-0.1 jansson libpcre2-8 libmd

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wformat=2 -Wundef -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wno-format-nonliteral -Werror
# what reads strangers' files is built to fail early; sanitizers do it better
HARDEN := $(if $(SAN),,$(if $(filter -O0,$(CFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2) -fstack-protector-strong -fstack-clash-protection $(shell $(CC) -fcf-protection \
	-E -x c /dev/null >/dev/null 2>&1 && echo -fcf-protection))
HARDEN_LINK := -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
SANITIZE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
OUT := $(BUILD)$(if $(SAN),/san)

SOURCES := $(sort $(wildcard share/base/*.c report/*/*.c parsers/*.c parsers/*/*.c runner/*.c runner/*/*.c runner/*/*/*.c))
OBJECTS := $(SOURCES:%.c=$(OUT)/objects/%.o) $(OUT)/objects/share/page/page.o
LIBRARY := $(OUT)/libhib.a
PROGRAM := $(OUT)/hib
# loaded only when a PNG is drawn
PICTURE := $(OUT)/picture.so
PICTURE_OBJECTS := $(patsubst %.c,$(OUT)/objects/%.o,$(sort $(wildcard report/picture/module/*.c)))
PICTURE_LIBRARIES := cairo pangocairo libpng
UNIT := $(patsubst tests/unit/%.c,$(OUT)/unit/%,$(sort $(wildcard tests/unit/*.c)))
REPLAY := $(patsubst tests/fuzz/%.c,$(OUT)/fuzz/%,$(sort $(wildcard tests/fuzz/*.c)))
VECTORS := $(OUT)/tests/pts-vectors
MANUALS := $(patsubst share/man/%.in,$(BUILD)/man/%,$(sort $(wildcard share/man/*.in)))
COMPLETIONS := $(addprefix $(BUILD)/completions/,bash zsh fish)

# asked only when something is compiled, so that `make deps` works without pkg-config
LIB_CFLAGS = $(shell pkg-config --cflags $(LIBRARIES))
# loading costs every command: small libraries are linked in where the compiler finds their archives
file_of = $(shell $(CC) -print-file-name=lib$(1).a)
archive = $(if $(findstring /,$(file_of)),$(file_of),-l$(1))
LIB_LIBS = $(foreach l,yaml jansson pcre2-8 md utf8proc,$(call archive,$(l))) $(XML) -lm
# STATIC=1: everything but the C library, for machines that lack the others; ICU's tables make it 32 MB large
XML = $(if $(STATIC),-Wl$(comma)-Bstatic $(shell pkg-config --static --libs libxml-2.0 | sed 's/-lm//') -lstdc++ \
	-Wl$(comma)-Bdynamic -static-libgcc,$(shell pkg-config --libs libxml-2.0))
comma := ,
COMPILE = $(CC) -std=c11 -fPIE -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -I. $(WARNINGS) $(HARDEN) $(CFLAGS) $(SANITIZE) $(LIB_CFLAGS)
LINK = $(CC) $(CFLAGS) $(SANITIZE) -Wl,--as-needed -Wl,-O1 $(HARDEN_LINK) $(LDFLAGS)

.PHONY: all
all: $(PROGRAM) $(PICTURE) $(if $(SAN),,manuals)

$(PROGRAM): $(OUT)/objects/runner/main.o $(LIBRARY)
	@echo "  link    $@"
	$(Q)$(LINK) -pie -o $@ $^ $(LIB_LIBS)

$(PICTURE): $(PICTURE_OBJECTS)
	@echo "  link    $@"
	$(Q)$(LINK) -shared -o $@ $^ $(shell pkg-config --libs $(PICTURE_LIBRARIES)) -lz -lm

$(PICTURE_OBJECTS): private LIB_CFLAGS += $(shell pkg-config --cflags $(PICTURE_LIBRARIES)) -fPIC -fvisibility=hidden

$(LIBRARY): $(filter-out %/runner/main.o,$(OBJECTS))
	$(Q)rm -f $@ && ar rcs $@ $^

$(OUT)/objects/%.o: %.c
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

$(OUT)/unit/%: tests/unit/%.c tests/unit/tap.h $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(COMPILE) -Wl,--as-needed -o $@ $< $(LIBRARY) $(LIB_LIBS)

$(VECTORS): tests/vectors/pts-vectors.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(COMPILE) -Wl,--as-needed -o $@ $< $(LIBRARY) $(LIB_LIBS)

# the same entry that a fuzzer calls, fed with files: corpora are replayed in every test run
$(OUT)/fuzz/%: tests/fuzz/%.c tests/fuzz/replay/replay.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(COMPILE) -Wl,--as-needed -o $@ $^ $(LIB_LIBS)

# the style and the script of HTML pages are part of the program
$(OUT)/objects/share/page/page.o: share/page/page.S share/page/style.css share/page/script.js
	@mkdir -p $(@D)
	@echo "  as      $<"
	$(Q)$(CC) -c -o $@ $<

-include $(OBJECTS:.o=.d) $(PICTURE_OBJECTS:.o=.d)

.PHONY: manuals
manuals: $(MANUALS) $(BUILD)/man/commands $(COMPLETIONS)

# a page for each command, and what shells complete, come from the tables of the program
$(BUILD)/man/commands: $(PROGRAM)
	@mkdir -p $(@D)
	$(Q)for command in $$($(PROGRAM) help --words commands); do \
		$(PROGRAM) help --man $$command >$(BUILD)/man/hib-$$command.1 || exit; done
	$(Q)touch $@

$(BUILD)/completions/%: $(PROGRAM)
	@mkdir -p $(@D)
	$(Q)$(PROGRAM) help --completion $* >$@.new && mv $@.new $@

# the manual pages take their tables from the program itself
$(BUILD)/man/%: share/man/%.in $(PROGRAM)
	@mkdir -p $(@D)
	$(Q)$(PROGRAM) help --mdoc $< >$@.new && mv $@.new $@

.PHONY: deps
deps:
	@sh tests/deps.sh $(DEBIAN_BUILD) $(DEBIAN_RUN) $(DEBIAN_TEST) $(if $(VALGRIND),valgrind)

.PHONY: demo
demo: deps
	@echo "demo: as root ext4, xfs and btrfs on image files, else this disk and memory; about 7 minutes, 2 GiB"
	$(Q)$(MAKE) --no-print-directory all
	$(Q)sh tests/demo.sh $(abspath $(PROGRAM)) $(abspath $(BUILD))/demo

.PHONY: check
check: deps
	$(Q)$(MAKE) --no-print-directory tests

# the HTML pages in Chromium
.PHONY: check-browser
check-browser:
	@sh tests/deps.sh $(DEBIAN_BUILD) $(DEBIAN_BROWSER) perl
	$(Q)$(MAKE) --no-print-directory all
	$(Q)HIB=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) sh tests/browser/run.sh

.PHONY: tests
tests: all manuals $(UNIT) $(REPLAY) $(VECTORS)
	$(Q)HIB=$(abspath $(PROGRAM)) UNIT=$(abspath $(OUT))/unit REPLAY=$(abspath $(OUT))/fuzz VALGRIND=$(VALGRIND) \
		VECTORS=$(abspath $(VECTORS)) \
		BUILD=$(abspath $(BUILD)) sh tests/run.sh

# without running anything: cppcheck, shellcheck, gcc's analyzer, the layout of the code
.PHONY: lint
lint:
	@sh tests/deps.sh $(DEBIAN_BUILD) $(DEBIAN_LINT)
	$(Q)BUILD=$(BUILD) sh tests/lint/run.sh

# hib killed, and its system calls failing, at every EVERY-th call of a run (make check tries some)
EVERY ?= 1
FAULTS ?= kill fail images steps random
.PHONY: fault
fault: all
	$(Q)FAULT_ALONE=1 HIB=$(abspath $(PROGRAM)) bash tests/fault/run.sh $(EVERY) $(FAULTS)

$(OUT)/bench/%: tests/bench/%.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc      $<"
	$(Q)$(COMPILE) -Wl,--as-needed -o $@ $< $(LIBRARY) $(LIB_LIBS)

.PHONY: bench
bench: all $(OUT)/bench/verdicts
	$(Q)$(OUT)/bench/verdicts
	$(Q)HIB=$(abspath $(PROGRAM)) BENCH_OUT=$(abspath $(BUILD))/bench bash tests/bench/all.sh
	$(Q)HIB=$(abspath $(PROGRAM)) bash tests/bench/long.sh

# libFuzzer needs clang: FUZZ_SECONDS for each target
FUZZ_SECONDS ?= 30
.PHONY: fuzz
fuzz:
	$(Q)sh tests/fuzz/run.sh $(FUZZ_SECONDS)

.PHONY: format
format:
	clang-format -i $(shell git ls-files '*.c' '*.h')

SHARE := $(DESTDIR)$(PREFIX)/share
.PHONY: install
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/hib $(SHARE)/hib/profiles $(SHARE)/man/man1 \
		$(SHARE)/man/man5 $(SHARE)/man/man7 $(SHARE)/bash-completion/completions $(SHARE)/zsh/vendor-completions \
		$(SHARE)/fish/vendor_completions.d
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/hib
	install -m 644 $(PICTURE) $(DESTDIR)$(PREFIX)/lib/hib
	install -m 644 profiles/*.yaml $(SHARE)/hib/profiles
	install -m 644 $(BUILD)/man/*.1 $(SHARE)/man/man1
	install -m 644 $(BUILD)/man/*.5 $(SHARE)/man/man5
	install -m 644 $(BUILD)/man/*.7 $(SHARE)/man/man7
	install -m 644 $(BUILD)/completions/bash $(SHARE)/bash-completion/completions/hib
	install -m 644 $(BUILD)/completions/zsh $(SHARE)/zsh/vendor-completions/_hib
	install -m 644 $(BUILD)/completions/fish $(SHARE)/fish/vendor_completions.d/hib.fish

.PHONY: uninstall
uninstall:
	rm -rf $(SHARE)/hib $(DESTDIR)$(PREFIX)/lib/hib
	rm -f $(DESTDIR)$(PREFIX)/bin/hib $(SHARE)/man/man1/hib.1 $(SHARE)/man/man1/hib-*.1 $(SHARE)/man/man5/hib-*.5 \
		$(SHARE)/man/man7/hib-*.7 $(SHARE)/bash-completion/completions/hib $(SHARE)/zsh/vendor-completions/_hib \
		$(SHARE)/fish/vendor_completions.d/hib.fish

# a Debian package, in build/deb
.PHONY: deb
deb:
	@sh tests/deps.sh $(DEBIAN_BUILD) $(DEBIAN_PACKAGE)
	$(Q)$(MAKE) --no-print-directory PREFIX=/usr all
	$(Q)sh share/package/deb.sh $(BUILD)

.PHONY: clean
clean:
	rm -rf $(BUILD)
