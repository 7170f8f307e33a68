/**
 * Resolves when this process is asked to end: Ctrl-C, SIGTERM, its terminal or the reader of its output gone, or, for a child of `overture dev`,
 * the supervisor's death (its channel closes even after a kill -9). A second Ctrl-C ends at once.
 */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (why: string) => {
      asked = true;
      resolve(why);
    };
    const onSignal = (why: string) => () => {
      if (asked) process.exit(130);
      ask(why);
    };
    process.on('SIGINT', onSignal('Ctrl-C'));
    process.on('SIGTERM', onSignal('SIGTERM'));
    // It comes once for the terminal and once more for each line that nobody reads any more.
    process.on('SIGHUP', () => ask('its terminal is gone'));
    if (process.send) process.on('disconnect', () => ask('its supervisor ended'));
  });
}

/** Tells the supervisor, when there is one, that the role serves. */
export function reportReady(): void {
  process.send?.('ready');
}
