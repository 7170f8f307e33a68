import type { FastifyInstance } from 'fastify';
import { recordChange, recordNoChange } from '../../../runtime/store/audit-log/record-change.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { Quiet } from '../../../shared/kit/quiet.ts';
import type { ApiDeps, MovableClock } from '../context.ts';
import { Problem } from '../problem.ts';
import { serve } from '../serve.ts';

/** The clock of virtual time: what time it is, whether anything is at work, and a jump to what is due next. */
export function addClockRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { clock, db } = deps;
  const movable = (): MovableClock => {
    if (deps.movable_clock) return deps.movable_clock;
    throw new Problem(409, 'clock_not_movable', 'The clock cannot be moved here.');
  };

  const jump = async (to: number): Promise<void> => {
    const before = new Date(clock.now());
    await asked(() => movable().jump(to));
    const after = new Date(to).toISOString();
    const did = `moved the clock of virtual time to ${after}`;
    await recordChange(db, {
      did,
      target: { kind: 'clock', id: null },
      before: { now: before },
      after: { now: after },
    });
  };

  serve(app, 'getClock', () => ({ now: new Date(clock.now()), speed: clock.setting().speed }));

  serve(app, 'getQuiet', async () => viewQuiet(await asked(() => movable().quiet())));

  /** Forward to the given time, or to what is due next if nothing is at work; a time that has passed changes nothing. */
  serve(app, 'jumpClock', async ({ query: { dry_run }, body: { to } }) => {
    const isDry = dry_run ? { dry_run: true as const } : {};
    if (to !== undefined) {
      if (dry_run) await asked(() => movable().quiet());
      else await jump(Date.parse(to));
      return { jumped_to: new Date(to), ...isDry };
    }
    const quiet = await asked(() => movable().quiet());
    if (quiet.under_way.length > 0) {
      throw new Problem(409, 'not_quiet', 'Something is under way: a jump would make it late.', viewQuiet(quiet));
    }
    const { next } = quiet;
    if (next === null) recordNoChange();
    else if (!dry_run) await jump(next.at);
    return { jumped_to: next && new Date(next.at), ...isDry };
  });
}

const viewQuiet = ({ now, under_way, next }: Quiet) => ({
  now: new Date(now),
  is_quiet: under_way.length === 0,
  under_way,
  next: next && { what: next.what, at: new Date(next.at) },
});

async function asked<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  return question().catch((error: unknown) => {
    if (!(error instanceof CodedError)) throw error;
    const said = [error.message, error.fix].filter(Boolean).join(' ');
    if (error.code === 'clock_not_movable') throw new Problem(409, error.code, said);
    if (error.code === 'service_away') throw new Problem(503, error.code, said);
    throw error;
  });
}
