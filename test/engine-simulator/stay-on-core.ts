import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';

/**
 * Has this process and those of the server that work for it share one core. They take turns, each waiting for the other: on two cores one is idle for as long as it takes to wake. Where
 * the system cannot say so, or not all cores are ours, they stay where they are.
 */
export function stayOnCore(core: number, others: readonly number[]): void {
  if (process.platform !== 'linux' || availableParallelism() !== cpus().length || core >= cpus().length) return;
  const pids = [process.pid, ...others].map(String);
  try {
    execFileSync('sh', ['-c', 'for pid; do taskset -a -c -p "$CORE" "$pid"; done', 'sh', ...pids], {
      env: { ...process.env, CORE: String(core) },
      stdio: 'ignore',
    });
  } catch {
    // Without `taskset` it is only slower.
  }
}
