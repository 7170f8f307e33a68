import type { Logger } from 'pino';

/** `FAULT=<point>:<n>` kills this process the n-th time it comes to that point: for fault runs. */
export function faultHook(fault: string | undefined, log: Logger): (point: string) => void {
  if (fault === undefined) return () => undefined;
  const [wanted, count] = fault.split(':');
  let left = Number(count);
  return (point) => {
    if (point !== wanted || --left > 0) return;
    log.warn({ fault }, 'a fault run kills this process here');
    process.kill(process.pid, 'SIGKILL');
  };
}
