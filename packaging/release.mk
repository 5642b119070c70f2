# What a release is made of; the Makefile includes this. None of it needs a configured build.

# The time of what a release holds: that of the commit, or that of the list of files in a tarball.
# SOURCE_DATE_EPOCH overrides it.
source_date = $(or $(SOURCE_DATE_EPOCH),$(shell if [ -e $(srcdir)/PACKED ]; \
  then stat -c %Y $(srcdir)/PACKED; \
  else git -c safe.directory='*' -C $(srcdir) log -1 --format=%ct; fi))

# What git tracks, with a configure script, as clens-VERSION.tar.gz. A tarball has a list of its
# files instead of git, and makes the same tarball again. The same commit gives the same bytes at
# any time and with any umask.
dist:
	rm -rf clens-$(VERSION) && mkdir clens-$(VERSION)
	if [ -e $(srcdir)/PACKED ]; then \
	  tar -C $(srcdir) -c --files-from=$(srcdir)/PACKED | tar -x -C clens-$(VERSION); \
	else \
	  cd $(srcdir) && git archive HEAD | tar -x -C "$(CURDIR)/clens-$(VERSION)" && \
	  cd "$(CURDIR)/clens-$(VERSION)" && \
	  { find . ! -type d | sed 's|^\./||'; echo configure; echo PACKED; } | \
	    LC_ALL=C sort >../clens-packed && mv ../clens-packed PACKED && \
	  autoconf && rm -rf autom4te.cache; \
	fi
	LC_ALL=C tar --sort=name --format=gnu --owner=0 --group=0 --numeric-owner \
	  --mode=u+w,go-w,a+rX --mtime=@$(source_date) \
	  -cf - clens-$(VERSION) | gzip -9n >clens-$(VERSION).tar.gz
	rm -rf clens-$(VERSION)

# Debian packages of what git tracks, into the folder DEB; packaging/README.md says how.
DEB = deb
deb:
	$(MAKE) -f $(firstword $(MAKEFILE_LIST)) srcdir=$(srcdir) dist
	sh $(srcdir)/packaging/deb.sh clens-$(VERSION).tar.gz "$(DEB)"

# What a release needs: says in words what is missing. ONLY=facts compares files and builds nothing.
ONLY =
release-check:
	sh $(srcdir)/packaging/release-check.sh $(ONLY)

.PHONY: dist deb release-check
