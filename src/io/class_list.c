#include "io/class_list.h"

#include <string.h>

#include "core/labels.h"

void ce_classes_leave_out(ce_text_column *classes, const char *list, const double *size,
                          double *ignored, unsigned char *out, const ce_listener *listener)
{
    for (size_t length; list; list = list[length] ? list + length + 1 : NULL) {
        int32_t class_;
        length = strcspn(list, ",");
        class_ = ce_categories_find(&classes->categories, list, length);
        if (class_ < 0)
            ce_listener_tell(listener, CE_NOTE,
                             "no object is of the class '%.*s' that is to be ignored", (int)length,
                             list);
        for (size_t i = 0; i < classes->n && class_ >= 0; i++)
            if (classes->value[i] == class_) {
                classes->value[i] = CE_MISSING;
                if (out)
                    out[i] = 1;
                *ignored += size ? size[i] : 1;
            }
    }
}
