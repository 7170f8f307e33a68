#!/usr/bin/env node
import { EXIT } from './print.ts';
import { runProgram } from './run-program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that went away (`overture … | head`) is no error.
  if (error.code === 'EPIPE') process.exit(0);
  // What cannot be written, to a full disk for one, fails a command that is about its output. A role goes on: its work is not.
  process.exitCode = EXIT.problem;
});

void runProgram(process.argv.slice(2)).then(() => {
  // The supervisor's channel would keep a role that has ended alive.
  if (process.connected) process.disconnect();
});
