import { z } from 'zod';
import { advanced, atSpeed } from '../../../shared/kit/clock.ts';
import { parseIsoDuration } from '../../../shared/kit/duration.ts';
import type { ServiceContext } from '../context.ts';
import { parseInput } from '../http/parse-input.ts';
import { invalidParams } from '../http/service-error.ts';
import type { SandboxRoute } from './sandbox-route.ts';

const body = z.object({ advance: z.string().optional(), speed: z.number().min(1).max(1_000_000).optional() });

/** The service's clock. Its listeners, the agenda and the deliveries among them, are woken by every change. */
export function clockRoutes(context: ServiceContext): SandboxRoute[] {
  const { clock } = context;
  const shown = () => ({ now: new Date(clock.now()).toISOString(), speed: clock.setting().speed });
  return [
    { method: 'GET', path: '/clock', handle: async () => shown() },
    {
      method: 'POST',
      path: '/clock',
      async handle(call) {
        const { advance, speed } = parseInput('body', body, call.body);
        if (advance === undefined && speed === undefined) throw invalidParams('body: give advance or speed');
        const by = advance === undefined ? 0 : parseIsoDuration(advance);
        if (by === null) throw invalidParams(`body.advance: "${advance}" is no ISO 8601 duration such as PT2H`);
        const wall = Date.now();
        const moved = advanced(clock.setting(), wall, by);
        await context.setClock(speed === undefined ? moved : atSpeed(moved, wall, speed));
        return shown();
      },
    },
  ];
}
