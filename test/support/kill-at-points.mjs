// For `node --import`: kills the worker at a named point of a step. `KILL_AT=<point>:<n>,…`: each life of a worker takes the next
// entry and dies the n-th time it comes to that point; the life after the last entry is left in peace. `kill-at.ts` sets it up.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const { KILL_AT, KILLS_FILE, OVERTURE_HOME } = process.env;
if (isMainThread && process.argv[2] === 'worker' && KILL_AT)
  killAt(KILL_AT.split(','), join(OVERTURE_HOME, KILLS_FILE));

function killAt(entries, file) {
  const lived = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  const entry = entries[lived];
  if (entry === undefined) return;
  const [wanted, count] = entry.split(':');
  let left = Number(count);
  const reached = (point) => {
    if (point !== wanted || --left > 0) return;
    // A log line could be lost with the process that writes it.
    appendFileSync(file, `${JSON.stringify({ fault: entry, pid: process.pid })}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
  subscribe('overture:step-point', ({ point }) => reached(point));
  // The whole body of a call that carries an Idempotency-Key has left this process, and nothing of its answer is read yet.
  subscribe('undici:request:bodySent', ({ request }) => {
    if (JSON.stringify(request.headers).toLowerCase().includes('idempotency-key')) reached('bytes_sent');
    if (request.path === '/v2/recruiter') reached('recruiter_asked');
  });
}
