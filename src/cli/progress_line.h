/*
 * progress_line.h: the line of progress at a terminal (ce_cli_progress and its like in tool.h).
 */
#ifndef CE_CLI_PROGRESS_LINE_H
#define CE_CLI_PROGRESS_LINE_H

/* Clears the line, where one is not ended. Before anything else goes to standard error. */
void ce_progress_line_close(void);

#endif
