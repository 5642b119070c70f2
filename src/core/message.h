/*
 * message.h: what a computation tells a person besides its result. The library never prints: it
 * collects messages, and the caller shows them.
 */
#ifndef CE_CORE_MESSAGE_H
#define CE_CORE_MESSAGE_H

#include <stddef.h>

typedef enum {
    CE_NOTE,  /* what a person should know: shown unless told otherwise */
    CE_DETAIL /* what was done: shown when asked for */
} ce_message_level;

typedef struct {
    ce_message_level level;
    char *text; /* one line, no newline; may hold CE_OPT marks (error.h) */
} ce_message;

/* Zero-initialise before use. */
typedef struct {
    size_t count, capacity;
    ce_message *message;
} ce_messages;

/* Adds a message (printf-like). messages may be NULL: nobody listens. When memory is out the
 * message is lost. */
void ce_tell(ce_messages *messages, ce_message_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void ce_messages_free(ce_messages *messages);

/*
 * Who listens while a file is read: a reader has no place to collect messages in, and what it finds
 * should be known before the work on it begins. Set to zero: nobody.
 */
typedef struct {
    void (*hear)(const void *state, ce_message_level level, const char *text); /* text as above */
    const void *state;
} ce_listener;

void ce_listener_tell(const ce_listener *listener, ce_message_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
