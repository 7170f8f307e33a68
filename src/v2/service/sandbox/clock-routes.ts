import { z } from 'zod';
import { advanced, atSpeed, virtualTime } from '../../../shared/kit/clock.ts';
import { parseIsoDuration } from '../../../shared/kit/duration.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { parseInput } from '../http/parse-input.ts';
import { readQuiet } from './read-quiet.ts';
import type { SandboxRoute } from './sandbox-route.ts';

const body = z.object({
  advance: z.string().optional(),
  /** A moment that has passed changes nothing: a jump that is asked for twice, or by two, never goes too far. */
  to: z.iso.datetime({ offset: true }).optional(),
  speed: z.number().min(1).max(1_000_000).optional(),
});

/** Counts items that arrived from outside and were not ingested yet. */
export interface Arrivals {
  countUnread(): Promise<number>;
}

/** The service's clock. Its listeners, the agenda and the deliveries among them, are woken by every change. */
export function clockRoutes(context: ServiceContext, arrivals: Arrivals): SandboxRoute[] {
  const { clock } = context;
  const shown = () => ({ now: new Date(clock.now()).toISOString(), speed: clock.setting().speed });
  return [
    { method: 'GET', path: '/clock', handle: async () => shown() },
    {
      method: 'POST',
      path: '/clock',
      async handle(call) {
        const { advance, to, speed } = parseInput('body', body, call.body);
        if (advance === undefined && to === undefined && speed === undefined) {
          throw invalidParams('body: give advance, to or speed');
        }
        if (advance !== undefined && to !== undefined) throw invalidParams('body: give advance or to, not both');
        const by = advance === undefined ? 0 : parseIsoDuration(advance);
        if (by === null) throw invalidParams(`body.advance: "${advance}" is not an ISO 8601 duration such as PT2H`);
        const wall = Date.now();
        const ahead = to === undefined ? by : Math.max(0, Date.parse(to) - virtualTime(clock.setting(), wall));
        const moved = advanced(clock.setting(), wall, ahead);
        await context.setClock(speed === undefined ? moved : atSpeed(moved, wall, speed));
        return shown();
      },
    },
    {
      method: 'GET',
      path: '/quiet',
      async handle() {
        const { now, under_way, next, mark } = await readQuiet(context, arrivals);
        return {
          now: new Date(now).toISOString(),
          under_way,
          next: next && { what: next.what, at: new Date(next.at).toISOString() },
          mark,
        };
      },
    },
  ];
}
