// For `node --import`, in the roles of a benchmark: adds up the time that updates of metrics take, and leaves them out while they are switched
// off. SIGUSR2 switches, and writes to `METRICS_FILES`-<pid>.json what there was until then.
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { METRICS_FILES } = process.env;
// The bundle has its own copy of the library, which nobody reaches: the roles run from the modules that it is made of.
const RESOLVE = `export const resolve = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const url = found.url.replace('/dist/bin/overture.js', '/dist/src/app/cli/bin.js');
  return url === found.url ? found : { ...found, url, format: 'module' };
};`;
if (isMainThread && METRICS_FILES) {
  register(`data:text/javascript,${encodeURIComponent(RESOLVE)}`);
  measure(`${METRICS_FILES}-${process.pid}.json`);
}

function measure(file) {
  const { Counter, Histogram } = createRequire(import.meta.url)('prom-client');
  let on = true;
  let updates = 0;
  let ns = 0n;
  const time = (prototype, name) => {
    const update = prototype[name];
    prototype[name] = function (...args) {
      if (!on) return undefined;
      const began = process.hrtime.bigint();
      update.apply(this, args);
      ns += process.hrtime.bigint() - began;
      updates += 1;
    };
  };
  // Each instance takes its `inc` and `observe` from these.
  time(Counter.prototype, 'incWithoutExemplar');
  time(Histogram.prototype, 'observeWithoutExemplar');
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify({ on, updates, ms: Number(ns) / 1e6 }));
    renameSync(`${file}.new`, file);
  };
  process.on('SIGUSR2', () => {
    on = !on;
    write();
  });
  write();
}
