/** The longest text a template may render to, and the longest value a filter may return. */
export const MAX_OUTPUT = 20_000;

/** Thrown by a filter; Liquid wraps it, so the message is what counts. */
export const OUTPUT_TOO_LONG = `the text is longer than ${MAX_OUTPUT} characters`;
