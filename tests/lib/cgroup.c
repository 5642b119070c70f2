/* What the control groups leave, from folders that look like /proc and /sys, made in the working
 * folder. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"
#include "core/cgroup.h"

/* Writes a file and the folders that it is in. */
static void put(const char *path, const char *text)
{
    char part[512];
    FILE *file;

    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        mkdir(part, 0777);
    }
    file = fopen(path, "w");
    must(file != NULL, path);
    fputs(text, file);
    fclose(file);
}

static void tell_below(size_t bound, const char *what, const char *root)
{
    size_t bytes = ce_cgroup_available(root, bound);

    if (bytes == SIZE_MAX)
        printf("%s: none\n", what);
    else
        printf("%s: %zu\n", what, bytes);
}

static void tell(const char *what, const char *root)
{
    tell_below(SIZE_MAX, what, root);
}

int main(void)
{
    const char *unified = "30 20 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";

    /* 2000 - (1800 - 500 of cache) = 700; around it there is more */
    put("a/proc/self/mountinfo", unified);
    put("a/proc/self/cgroup", "0::/user/job\n");
    put("a/sys/fs/cgroup/user/job/memory.max", "2000\n");
    put("a/sys/fs/cgroup/user/job/memory.high", "max\n");
    put("a/sys/fs/cgroup/user/job/memory.current", "1800\n");
    put("a/sys/fs/cgroup/user/job/memory.stat",
        "anon 1300\nfile 500\ninactive_file 400\nactive_file 100\n");
    put("a/sys/fs/cgroup/user/memory.max", "9000\n");
    put("a/sys/fs/cgroup/user/memory.current", "2000\n");
    tell("the group itself", "a");
    /* the group around it has less: 2300 - 2000 */
    put("a/sys/fs/cgroup/user/memory.max", "9000\n");
    put("a/sys/fs/cgroup/user/memory.high", "2300\n");
    tell("the group around it", "a");
    /* version 1, among controllers, beside an empty hierarchy of version 2 */
    put("b/proc/self/mountinfo",
        "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,hugetlb,memory\n"
        "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n");
    put("b/proc/self/cgroup", "5:cpu:/other\n4:hugetlb,memory:/job/step\n0::/\n");
    put("b/sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "4000\n");
    put("b/sys/fs/cgroup/memory/job/step/memory.usage_in_bytes", "3500\n");
    put("b/sys/fs/cgroup/memory/job/step/memory.stat",
        "inactive_file 1\nactive_file 1\ntotal_inactive_file 600\ntotal_active_file 400\n");
    put("b/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
    put("b/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "5000\n");
    tell("version 1", "b");
    /* a container: its group is what is mounted, though /proc names it from the machine's top */
    put("c/proc/self/mountinfo",
        "35 31 0:32 /docker/17 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    put("c/proc/self/cgroup", "0::/docker/17/inner\n");
    put("c/sys/fs/cgroup/inner/memory.max", "1000\n");
    put("c/sys/fs/cgroup/inner/memory.current", "400\n");
    tell("a group mounted as the top", "c");
    put("d/proc/self/mountinfo",
        "35 31 0:32 /elsewhere /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    put("d/proc/self/cgroup", "0::/docker/17\n");
    put("d/sys/fs/cgroup/memory.max", "5000\n");
    put("d/sys/fs/cgroup/memory.current", "1000\n");
    tell("a namespace that hides it", "d");
    /* the largest number of version 1 is no limit, whatever is used */
    put("g/proc/self/mountinfo",
        "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n");
    put("g/proc/self/cgroup", "4:memory:/\n");
    put("g/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("g/sys/fs/cgroup/memory/memory.usage_in_bytes", "9223372036854770000\n");
    tell("version 1 without a limit", "g");
    put("f/proc/self/mountinfo", unified);
    put("f/proc/self/cgroup", "0::/job\n");
    put("f/sys/fs/cgroup/job/memory.max", "2000\n");
    put("f/sys/fs/cgroup/job/memory.current", "1800\n");
    put("f/sys/fs/cgroup/job/memory.stat", "inactive_file 500\nactive_file 0\n");
    put("e/proc/self/mountinfo", unified);
    put("e/proc/self/cgroup", "0::/job\n");
    put("e/sys/fs/cgroup/job/memory.max", "max\n");
    put("e/sys/fs/cgroup/job/memory.current", "1000\n");
    tell("no limit", "e");
    /* a limit where nothing tells what is used, and lines that are none */
    put("h/proc/self/mountinfo", "damaged\n30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    put("h/proc/self/cgroup", "damaged\n0:damaged\n0::/job\n");
    put("h/sys/fs/cgroup/job/memory.max", "3000\n");
    tell("a limit without what is used", "h");
    put("i/proc/self/mountinfo", unified);
    put("i/proc/self/cgroup", "4:memory:/job\n");
    tell("no group of this version", "i");
    tell("no /proc", "none");
    /* what the groups leave is 700 and 300: a bound in between, and one below both */
    tell_below(500, "a bound above one of two groups", "a");
    tell_below(299, "a bound below both", "a");
    /* without the cache the group leaves 200 and seems the tighter one, with it 700 */
    tell_below(250, "a bound that the cache decides about", "f");
    tell_below(900, "a bound above what the cache leaves", "f");
    return 0;
}
