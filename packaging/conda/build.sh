#!/bin/sh
# conda-build runs this in the unpacked tarball.
set -eux

./configure --prefix="$PREFIX"
make -j"${CPU_COUNT:-1}"
make install
# conda's packages have no static libraries
rm "$PREFIX/lib/libclens.a"
