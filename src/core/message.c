#include "core/message.h"

#include <stdarg.h>
#include <stdlib.h>

#include "core/memory.h"

void ce_tell(ce_messages *messages, ce_message_level level, const char *format, ...)
{
    char text[CE_ERROR_TEXT];
    va_list args;

    if (!messages || ce_grow(&messages->message, &messages->capacity, messages->count + 1,
                             sizeof *messages->message, NULL))
        return;
    va_start(args, format);
    ce_error_print(text, sizeof text, format, args);
    va_end(args);
    messages->message[messages->count].level = level;
    messages->message[messages->count].text = ce_strdup(text, NULL);
    if (messages->message[messages->count].text)
        messages->count++;
}

void ce_messages_free(ce_messages *messages)
{
    for (size_t i = 0; i < messages->count; i++)
        free(messages->message[i].text);
    free(messages->message);
    *messages = (ce_messages){0};
}

void ce_listener_tell(const ce_listener *listener, ce_message_level level, const char *format, ...)
{
    char text[CE_ERROR_TEXT];
    va_list args;

    if (!listener || !listener->hear)
        return;
    va_start(args, format);
    ce_error_print(text, sizeof text, format, args);
    va_end(args);
    listener->hear(listener->state, level, text);
}
