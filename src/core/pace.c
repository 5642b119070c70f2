#include "core/pace.h"

#include <stdint.h>

static size_t product(size_t a, size_t b)
{
    return b && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

static void tell(const ce_pace *pace)
{
    size_t all = product(pace->runs, pace->steps), left = pace->runs - pace->ended;
    double mean;

    if (!pace->may_end) {
        ce_progress_report(pace->progress, pace->taken, all);
        return;
    }
    if (!pace->ended) {
        ce_progress_limit(pace->progress, pace->taken, all);
        return;
    }
    mean = (double)pace->of_these / (double)pace->ended * (double)pace->runs;
    all = mean < (double)all ? (size_t)mean : all;
    if (all < pace->taken + left)
        all = pace->taken + left;
    ce_progress_report(pace->progress, pace->taken, all);
}

void ce_pace_begin(ce_pace *pace)
{
    ce_progress_report(pace->progress, 0, product(pace->runs, pace->steps));
}

void ce_pace_steps(ce_pace *pace, size_t *taken, size_t count)
{
    if (!pace->progress)
        return;
#pragma omp critical(ce_pace)
    {
        *taken += count;
        pace->taken += count;
        tell(pace);
    }
}

void ce_pace_step(ce_pace *pace, size_t *taken)
{
    ce_pace_steps(pace, taken, 1);
}

void ce_pace_end_run(ce_pace *pace, size_t taken)
{
    if (!pace->progress)
        return;
#pragma omp critical(ce_pace)
    {
        pace->ended++;
        pace->of_these += taken;
        tell(pace);
    }
}

void ce_pace_end(ce_pace *pace)
{
    size_t all = pace->taken ? pace->taken : 1;

    ce_progress_report(pace->progress, all, all);
}

ce_pace ce_pace_of_pieces(const ce_progress *progress, size_t pieces)
{
    ce_pace pace = {.progress = progress, .runs = 1, .steps = pieces};

    ce_pace_begin(&pace);
    return pace;
}

void ce_pace_pieces(ce_pace *pace, size_t count)
{
    size_t taken = 0;

    ce_pace_steps(pace, &taken, count);
}
