import { EXIT } from './print.ts';

/** Error codes of an output whose reader went away (`overture … | head`), and of one whose terminal was closed. */
const GONE = ['EPIPE', 'EIO'];

/**
 * Watches the output: where nobody reads it any more the process ends, and what cannot be written otherwise makes a command
 * fail.
 */
export function watchOutput(): void {
  const onError = ({ code }: NodeJS.ErrnoException): void => {
    if (GONE.includes(code ?? '')) {
      // It is no error. Who runs servers stops them first, else they would live on.
      if (!process.emit('SIGHUP')) process.exit(EXIT.done);
      return;
    }
    // What cannot be written, to a full disk for one, fails a command that is about its output. A role goes on: its work is not.
    process.exitCode = EXIT.problem;
  };
  process.stdout.on('error', onError);
  process.stderr.on('error', onError);
}
