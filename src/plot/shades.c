#include "plot/shades.h"

#include <stdlib.h>

#include "plot/gnuplot.h"

static unsigned mix(unsigned part, unsigned with, double share)
{
    return (unsigned)((double)part * (1 - share) + (double)with * share + 0.5);
}

static uint32_t mix_all(uint32_t color, unsigned with, double share)
{
    return mix(color >> 16 & 255, with, share) << 16 | mix(color >> 8 & 255, with, share) << 8 |
           mix(color & 255, with, share);
}

uint32_t ce_plot_shade(int32_t number, double strength)
{
    /* With what a round of seven colors is mixed, and the share; black cannot become darker. Darker
     * ones come first: the light blue of a lighter round is close to one of the seven. */
    static const unsigned with[] = {0, 0, 255, 255};
    static const double share[] = {0, 0.4, 0.5, 0.75}, of_black[] = {0, 0.3, 0.5, 0.75};
    size_t round = (size_t)number / CE_PLOT_COLORS;
    uint32_t color = number == CE_PLOT_NOISE ? 0x909090u : 0xb4b4b4u;

    if (number < 0)
        return CE_PLOT_WHITE;
    if (number < CE_PLOT_SHADES) {
        color = (uint32_t)strtoul(ce_plot_color((size_t)number) + 1, NULL, 16);
        color = color ? mix_all(color, with[round], share[round])
                      : mix_all(color, 255, of_black[round]);
    }
    return mix_all(color, 255, 1 - strength);
}
