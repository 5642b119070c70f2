#include "core/quiet.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int is_allowed;

void ce_quiet_allow(void)
{
    is_allowed = 1;
}

/* The descriptor now leads to `to`. Returns a copy of it as it was, or -1 and nothing has changed.
 */
static int lead(int fd, int to)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    if (copy < 0 || dup2(to, fd) == fd)
        return copy;
    close(copy);
    return -1;
}

static void lead_back(int fd, int copy)
{
    if (copy >= 0) {
        dup2(copy, fd);
        close(copy);
    }
}

ce_quiet ce_quiet_begin(void)
{
    ce_quiet quiet = {-1, -1};
    int nowhere = is_allowed ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;

    if (nowhere < 0)
        return quiet;
    fflush(stdout);
    quiet.output = lead(STDOUT_FILENO, nowhere);
    quiet.error = lead(STDERR_FILENO, nowhere);
    close(nowhere);
    return quiet;
}

void ce_quiet_end(ce_quiet *quiet)
{
    if (quiet->output >= 0)
        fflush(stdout);
    lead_back(STDOUT_FILENO, quiet->output);
    lead_back(STDERR_FILENO, quiet->error);
}
