#include "runner/system/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define MOST_TRIES 20 /* another program may take the free device first */

static int make_image(const char *path, uint64_t size, struct error *err)
{
	char words[32];
	int failed, fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return error_set_errno(err, "cannot make the image file '%s'", path);
	failed = posix_fallocate(fd, 0, (off_t)size);
	if (!failed)
		return fd;
	close(fd);
	unlink(path);
	errno = failed;
	return error_set_errno(
		err, "cannot reserve %s for the image file '%s'", number_size_text(size, words), path);
}

/* LOOP_CONFIGURE came with Linux 5.8. Larger blocks are for a file system below that wants them for direct I/O.
 */
static int configure(int device, int image, bool direct, unsigned block_size)
{
	struct loop_config config = { .fd = (unsigned)image,
		.block_size = block_size,
		.info = { .lo_flags = LO_FLAGS_AUTOCLEAR | (direct ? LO_FLAGS_DIRECT_IO : 0u) } };

	snprintf((char *)config.info.lo_file_name, LO_NAME_SIZE, "hib");
	return ioctl(device, LOOP_CONFIGURE, &config);
}

static bool is_direct(const char *path)
{
	char *state = mem_printf("/sys/block/%s/loop/dio", strrchr(path, '/') + 1);
	struct text line = TEXT_INIT;
	bool direct;

	file_first_line(&line, state);
	direct = !strcmp(text_string(&line), "1");
	text_release(&line);
	free(state);
	return direct;
}

/* One try at the device that is free now; 1 when somebody else took it. */
static int attach(
	struct loop *loop, int control, int image, bool direct, unsigned block_size, struct error *err)
{
	int number = ioctl(control, LOOP_CTL_GET_FREE), failed;

	if (number < 0)
		return error_set_errno(err, "no loop device is free");
	snprintf(loop->path, sizeof loop->path, "/dev/loop%d", number);
	loop->fd = open(loop->path, O_RDWR | O_CLOEXEC);
	if (loop->fd < 0)
		return errno == EBUSY ? 1 : error_set_errno(err, "cannot open '%s'", loop->path);
	if (!configure(loop->fd, image, direct, block_size))
		return 0;
	failed = errno;
	close(loop->fd);
	loop->fd = -1;
	if (failed == EBUSY)
		return 1;
	errno = failed;
	return error_set_errno(err, "cannot attach an image to '%s'", loop->path);
}

static int attach_somewhere(struct loop *loop, int image, bool direct, unsigned block_size, struct error *err)
{
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC), rc = 1;

	if (control < 0)
		return error_set_errno(
			err, "this machine has no loop devices: cannot open '/dev/loop-control'");
	for (int i = 0; rc == 1 && i < MOST_TRIES; i++)
		rc = attach(loop, control, image, direct, block_size, err);
	close(control);
	return rc == 1 ? error_set(err, "each loop device that was free was taken by another program") : rc;
}

int loop_make(struct loop *loop, const char *path, uint64_t size, struct error *err)
{
	static const struct {
		bool direct;
		unsigned block_size;
	} ways[] = { { true, 0 }, { true, 4096 }, { false, 0 } };
	int image = make_image(path, size, err), rc = -1;

	*loop = (struct loop)LOOP_INIT;
	if (image < 0)
		return -1;
	for (size_t i = 0; i < sizeof ways / sizeof *ways && rc; i++) {
		error_release(err);
		rc = attach_somewhere(loop, image, ways[i].direct, ways[i].block_size, err);
		if (rc)
			continue;
		loop->direct = is_direct(loop->path);
		/* the kernel took it, but without direct I/O: perhaps with larger blocks */
		if (ways[i].direct && !loop->direct) {
			loop_release(loop);
			rc = -1;
		}
	}
	unlink(path);
	close(image);
	return rc;
}

void loop_release(struct loop *loop)
{
	if (loop->fd >= 0)
		close(loop->fd);
	*loop = (struct loop)LOOP_INIT;
}
