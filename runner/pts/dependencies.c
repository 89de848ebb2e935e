#include "runner/pts/dependencies.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runner/process/spawn.h"
#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

/* By name; facts about Debian 12. */
static const struct {
	const char *name, *packages;
} known[] = {
	{ "32bit-compatibility", "libc6-dev-i386 gcc-multilib" },
	{ "atlas-development", "libatlas-base-dev" },
	{ "attr", "libattr1-dev" },
	{ "autoconf", "autoconf automake" },
	{ "bc", "bc" },
	{ "bison", "bison" },
	{ "blas-development", "libblas-dev" },
	{ "boost-development", "libboost-all-dev" },
	{ "boost-thread-development", "libboost-thread-dev" },
	{ "build-utilities", "build-essential autoconf" },
	{ "bzip2-development", "libbz2-dev" },
	{ "cairo-development", "libcairo2-dev" },
	{ "clang", "clang" },
	{ "cmake", "cmake" },
	{ "common-dependencies", "build-essential" },
	{ "csh", "tcsh" },
	{ "cuda", "nvidia-cuda-toolkit" },
	{ "curl", "curl libcurl4-openssl-dev" },
	{ "dune", "libdune-common-dev libdune-geometry-dev libdune-grid-dev" },
	{ "eigen", "libeigen3-dev" },
	{ "expat", "libexpat1-dev" },
	{ "fftw3-development", "libfftw3-dev" },
	{ "flex", "flex" },
	{ "fortran-compiler", "gfortran" },
	{ "freeimage", "libfreeimage-dev" },
	{ "freetype", "libfreetype-dev" },
	{ "gflags", "libgflags-dev" },
	{ "git", "git" },
	{ "glew", "libglew-dev" },
	{ "glut", "freeglut3-dev" },
	{ "gmp-library", "libgmp-dev" },
	{ "golang", "golang" },
	{ "gtk-development", "libgtk-3-dev" },
	{ "hdf5", "libhdf5-dev" },
	{ "jam", "jam" },
	{ "java", "default-jdk" },
	{ "jpeg-development", "libjpeg-dev" },
	{ "lapack-development", "liblapack-dev" },
	{ "lib3ds", "lib3ds-dev" },
	{ "libaio-development", "libaio-dev" },
	{ "libconfigpp", "libconfig++-dev" },
	{ "libelf", "libelf-dev" },
	{ "libevent", "libevent-dev" },
	{ "libmpeg2", "libmpeg2-4-dev" },
	{ "libnuma", "libnuma-dev" },
	{ "libpng-development", "libpng-dev" },
	{ "libtool", "libtool libtool-bin" },
	{ "libxml2", "libxml2-dev" },
	{ "maven", "maven" },
	{ "meson", "meson ninja-build" },
	{ "mesa-development", "libgl-dev libglu1-mesa-dev" },
	{ "mpi-development", "libopenmpi-dev openmpi-bin" },
	{ "nasm", "nasm" },
	{ "ncurses-development", "libncurses-dev" },
	{ "node-npm", "nodejs npm" },
	{ "numa-development", "libnuma-dev" },
	{ "openal-development", "libopenal-dev" },
	{ "opencl", "ocl-icd-opencl-dev opencl-headers" },
	{ "openmpi-development", "libopenmpi-dev openmpi-bin" },
	{ "openssl-development", "libssl-dev" },
	{ "p7zip", "p7zip-full" },
	{ "pcre", "libpcre3-dev" },
	{ "perl", "perl" },
	{ "perl-digest-md5", "perl" },
	{ "php", "php-cli" },
	{ "popt", "libpopt-dev" },
	{ "portaudio-development", "portaudio19-dev" },
	{ "python", "python3 python-is-python3" },
	{ "python3", "python3" },
	{ "python-boost-development", "libboost-python-dev" },
	{ "python-numpy", "python3-numpy" },
	{ "python-scipy", "python3-scipy" },
	{ "python-sklearn", "python3-sklearn" },
	{ "qt4-development", "qtbase5-dev qt5-qmake" },
	{ "qt5-development", "qtbase5-dev qttools5-dev qt5-qmake" },
	{ "ruby", "ruby" },
	{ "rust", "rustc cargo" },
	{ "scons", "scons" },
	{ "sdl-development", "libsdl1.2-dev" },
	{ "sdl2-development", "libsdl2-dev" },
	{ "smartmontools", "smartmontools" },
	{ "snappy", "libsnappy-dev" },
	{ "sqlite", "libsqlite3-dev" },
	{ "steam", NULL },
	{ "subversion", "subversion" },
	{ "suitesparse", "libsuitesparse-dev" },
	{ "superlu", "libsuperlu-dev" },
	{ "swig", "swig" },
	{ "tcl", "tcl" },
	{ "tiff", "libtiff-dev" },
	{ "tinyxml", "libtinyxml-dev" },
	{ "uuid", "uuid-dev" },
	{ "vaapi", "libva-dev" },
	{ "vorbis-development", "libvorbis-dev" },
	{ "vulkan-development", "libvulkan-dev glslang-tools" },
	{ "xorg-development", "libx11-dev libxext-dev libxrandr-dev" },
	{ "xorg-video", "libxv-dev" },
	{ "xz", "xz-utils" },
	{ "yasm", "yasm" },
	{ "zlib-development", "zlib1g-dev" },
};

const char *pts_dependency_packages(const char *name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcasecmp(known[i].name, name))
			return known[i].packages;
	return NULL;
}

static bool is_matched(const char *folder, const char *name)
{
	char *pattern = mem_printf("%s/%s", folder, name);
	glob_t found = { 0 };
	bool there = !glob(pattern, GLOB_NOSORT, NULL, &found);

	globfree(&found);
	free(pattern);
	return there;
}

bool pts_dependency_is_there(const char *name)
{
	static const char *const folders[] = { "/usr/include", "/usr/include/*-linux-gnu", "/usr/local/include",
		"/usr/lib", "/usr/lib64", "/usr/lib/*-linux-gnu", "/usr/local/lib", "/lib/*-linux-gnu" };
	char *program = *name == '/' ? NULL : program_path(name, trial_path());
	bool there = program || (*name == '/' && file_exists(name));

	free(program);
	for (size_t i = 0; *name != '/' && i < sizeof folders / sizeof *folders && !there; i++)
		there = is_matched(folders[i], name);
	return there;
}
