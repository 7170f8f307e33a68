import { z } from 'zod';
import type { Fault } from '../context/fault-points.ts';
import { parseInput } from '../http/parse-input.ts';
import type { FaultBook } from './faults.ts';
import type { SandboxRoute } from './sandbox-route.ts';

const body = z.object({
  match: z
    .object({ path: z.string().optional(), action: z.string().optional(), account_id: z.string().optional() })
    .default({}),
  times: z.int().min(1).max(100_000).default(1),
  kind: z.enum(['rate_limited', 'internal_error', 'channel_error', 'truncate', 'drop_before', 'drop_after', 'delay']),
  /** Duration of a delay, in wall milliseconds. */
  ms: z.number().min(0).max(600_000).default(1000),
});

export function faultRoutes(faults: FaultBook): SandboxRoute[] {
  return [
    {
      method: 'POST',
      path: '/faults',
      async handle({ owner, body: given }) {
        const { match, times, kind, ms } = parseInput('body', body, given);
        const fault: Fault = kind === 'delay' ? { kind, ms } : { kind };
        // The type distinguishes undefined from absent fields, the match does not.
        const exact = Object.fromEntries(Object.entries(match).filter(([, value]) => value !== undefined));
        faults.add({ user_id: owner.user_id, match: exact, fault, times });
        return { faults: faults.left(owner.user_id) };
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      async handle({ owner }) {
        faults.clear(owner.user_id);
        return { faults: 0 };
      },
    },
  ];
}
