#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT, exitCodeOf, printError } from './print.ts';
import { createProgram } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that went away (`overture … | head`) is no error.
  if (error.code === 'EPIPE') process.exit(0);
  // What cannot be written, to a full disk for one, fails a command that is about its output. A role goes on: its work is not.
  process.exitCode = EXIT.problem;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed it. Help and version end with 0.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrong_use;
  } else {
    printError(error);
    process.exitCode = exitCodeOf(error);
  }
}

// The supervisor's channel would keep a role that has ended alive.
if (process.connected) process.disconnect();
