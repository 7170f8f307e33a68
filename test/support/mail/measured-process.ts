// A V2 service in a process of its own, that says what it uses: `measured-process.ts <database url> <key> <1: watches mailboxes>`.
import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createV2Service } from '../../../src/v2/service/service.ts';
import { slowness } from '../reference-time.ts';
import { v2ServiceOptions } from '../v2-service-options.ts';

const [url = '', key = '', watch] = process.argv.slice(2);
const mail = { allow_private: true, watch: watch === '1' };
const service = await createV2Service(v2ServiceOptions({ database_url: url, bootstrap_key: key, settings: { mail } }));
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
/** CPU milliseconds that went by between two turns of the event loop: on a machine that others use too, time says little. */
let busy = 0;
let before = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  busy = Math.max(busy, (user + system) / 1000);
  before = process.cpuUsage();
}, 10).unref();

process.on('message', () => {
  process.send?.({
    resident: process.memoryUsage().rss,
    peak: mostMemory(),
    blocked_ms: delay.max / 1_000_000,
    busy_ms: busy / slowness(),
  });
  delay.reset();
  busy = 0;
});
process.send?.(await service.listen(0));

/** Bytes. Linux counts into `maxRSS` what the process was that began this one, which may be larger than this one ever is. */
function mostMemory(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}
