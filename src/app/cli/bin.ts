#!/usr/bin/env node
import { runProgram } from './run-program.ts';
import { watchOutput } from './watch-output.ts';

watchOutput();

void runProgram(process.argv.slice(2)).then(() => {
  // The supervisor's channel would keep a role that has ended alive.
  if (process.connected) process.disconnect();
});
