import { EXIT } from './print.ts';

/** Of an output whose reader went away (`overture … | head`), and of one whose terminal was closed. */
const GONE = ['EPIPE', 'EIO'];

/** What becomes of this process when its output cannot be written. */
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
