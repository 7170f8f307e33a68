import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { commandInForce } from '../../src/core/engine/command.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import type { PerformRequest, PerformResult } from '../../src/core/engine/perform.ts';
import type { EngineCommand, EngineInput, EnrollmentEvent, EnrollmentState } from '../../src/core/engine/state.ts';
import type { Plan, StopReason } from '../../src/language/plan/plan.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';
import { pipeline } from './plans.ts';

/** The next deed of the outside to the walk. */
type Deed =
  | { readonly do: 'answer'; readonly result: PerformResult }
  | { readonly do: 'answer_again'; readonly which: number; readonly result: PerformResult }
  | { readonly do: 'tell'; readonly event: EnrollmentEvent }
  | { readonly do: 'tell_again'; readonly which: number }
  | { readonly do: 'pass'; readonly ms: number };

const DONE = new Set(['done', 'skipped', 'branch', 'wait', 'impossible', 'failed', 'needs_person']);

const result = fc.oneof(
  { weight: 6, arbitrary: fc.constant<PerformResult>({ status: 'done' }) },
  { weight: 1, arbitrary: fc.constant<PerformResult>({ status: 'done', facts: { connected: true } }) },
  {
    weight: 3,
    arbitrary: fc
      .integer({ max: 3 * DAY, min: 0 })
      .map((until): PerformResult => ({ status: 'deferred', until, kind: 'slot', text: '' })),
  },
  fc.constant<PerformResult>({ status: 'skipped' }),
  fc.constant<PerformResult>({ status: 'impossible', code: 'X', text: '' }),
  fc.constant<PerformResult>({ status: 'failed', code: 'X', text: '' }),
  fc.constantFrom<PerformResult>({ status: 'branch', to: 'then' }, { status: 'branch', to: 'else' }),
  fc.integer({ max: 20 * DAY, min: 0 }).map((until): PerformResult => ({ status: 'wait', until, text: '' })),
  fc.constant<PerformResult>({ status: 'needs_person', task_id: 'tsk', text: '' }),
);

const happening = fc.constantFrom(
  'accepted_invitation',
  'accepted_invitation',
  'reply',
  'refused',
  'unsubscribed',
  'bounced',
  'stop',
  'pause',
  'resume',
  'resume',
  'nudge',
  'nudge',
  'sent',
  'not_sent',
);
const signalled = fc.tuple(happening, fc.integer({ min: 0, max: 1e9 })).map(([type, number]): EnrollmentEvent => {
  const id = `${type}_${number}`;
  if (type === 'sent' || type === 'not_sent') return { id, type: 'decided', task_id: 'tsk', decision: type };
  return { id, type };
});
const visit = { node: fc.constantFrom(...Object.keys(pipeline.nodes)), visit: fc.constantFrom(1, 1, 1, 2) };
const asked = fc.oneof(
  fc.record({ id: fc.uuid(), type: fc.constantFrom('skip' as const, 'retry' as const), ...visit }),
  fc.record({
    id: fc.uuid(),
    type: fc.constant('reschedule' as const),
    until: fc.integer({ min: 0, max: 20 * DAY }),
    ...visit,
  }),
);
const event: fc.Arbitrary<EnrollmentEvent> = fc.oneof(
  { weight: 2, arbitrary: signalled },
  { weight: 3, arbitrary: asked },
);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: result.map((drawn): Deed => ({ do: 'answer', result: drawn })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(20), result)
      .map(([which, drawn]): Deed => ({ do: 'answer_again', which, result: drawn })),
  },
  { weight: 2, arbitrary: event.map((drawn): Deed => ({ do: 'tell', event: drawn })) },
  { weight: 2, arbitrary: fc.nat(20).map((which): Deed => ({ do: 'tell_again', which })) },
  { weight: 4, arbitrary: fc.constantFrom(0, HOUR, DAY, 3 * DAY, 8 * DAY).map((ms): Deed => ({ do: 'pass', ms })) },
);

const stops = fc.subarray<StopReason>(['reply', 'unsubscribe', 'bounce']);
const history = fc.record({ stop_on: stops, deeds: fc.array(deed, { minLength: 5, maxLength: 60 }) });

const sameRequest = (a: PerformRequest, b: PerformRequest): boolean =>
  a.node === b.node && a.visit === b.visit && a.attempt === b.attempt;

/** Lives through a history, then through quiet times until the end; watches the promises at every step. */
function live(
  plan: Plan,
  deeds: readonly Deed[],
  survive: (state: EnrollmentState) => EnrollmentState = (state) => state,
) {
  let now = 0;
  let { state, command } = advance(plan, initialState(plan, 'enr_1'), { type: 'start', at: now });
  const settled = new Set<string>();
  const asked: PerformRequest[] = [];
  const sent: EnrollmentEvent[] = [];
  const performed: string[] = [];
  let stopped = false;
  note(command, null);

  function note(next: EngineCommand, before: EngineCommand | null): void {
    if (next.do !== 'perform') return;
    if (before?.do === 'perform' && sameRequest(before.request, next.request)) return;
    const key = `${next.request.node}/${next.request.visit}`;
    expect(stopped, `performs ${key} after a stop`).toBe(false);
    expect(settled.has(key), `performs ${key} again`).toBe(false);
    asked.push(next.request);
    performed.push(`${key}/${next.request.attempt}`);
  }

  function input(given: EngineInput): void {
    const before = command;
    // The one place of this plan where a reply is hoped for.
    const awaitsReply = state.node === 'answer' && before.do === 'wait' && state.phase.is === 'awaiting';
    ({ state, command } = advance(plan, survive(state), given));
    if (given.type === 'event' && ends(given.event, awaitsReply)) stopped = true;
    note(command, before);
  }

  function answer(drawn: PerformResult): void {
    if (command.do !== 'perform') return;
    const { request } = command;
    if (DONE.has(drawn.status)) settled.add(`${request.node}/${request.visit}`);
    input({ type: 'performed', at: now, result: drawn, request });
  }

  function ends({ type }: EnrollmentEvent, awaitsReply: boolean): boolean {
    if (type === 'reply') return plan.stop_on.includes('reply') && !awaitsReply;
    if (type === 'unsubscribed') return plan.stop_on.includes('unsubscribe');
    if (type === 'bounced') return plan.stop_on.includes('bounce');
    return type === 'refused' || type === 'stop';
  }

  for (const drawn of deeds) {
    switch (drawn.do) {
      case 'answer':
        answer(drawn.result);
        break;
      case 'answer_again': {
        const request = asked[drawn.which % asked.length];
        const underWay = command.do === 'perform' && request && sameRequest(command.request, request);
        const before = state;
        if (request && !underWay) input({ type: 'performed', at: now, result: drawn.result, request });
        expect(state).toEqual(before);
        break;
      }
      case 'tell':
        if (!sent.some(({ id }) => id === drawn.event.id)) sent.push(drawn.event);
        input({ type: 'event', at: now, event: drawn.event });
        break;
      case 'tell_again': {
        const again = sent[drawn.which % Math.max(1, sent.length)];
        const before = state;
        if (again) input({ type: 'event', at: now, event: again });
        expect(state).toEqual(before);
        break;
      }
      case 'pass':
        now += drawn.ms;
        input({ type: 'time', at: now });
        break;
    }
  }
  for (let left = 200; state.phase.is !== 'finished'; left--) {
    expect(left, `still not ended: ${JSON.stringify(state)}`).toBeGreaterThan(0);
    if (command.do === 'perform') answer({ status: 'done' });
    else if (state.paused) input({ type: 'event', at: now, event: { id: `quiet_${left}`, type: 'resume' } });
    else if (state.phase.is === 'person') {
      input({
        type: 'event',
        at: now,
        event: { id: `quiet_${left}`, type: 'decided', task_id: 'tsk', decision: 'sent' },
      });
    } else {
      now = Math.max(now, command.do === 'wait' ? (command.until ?? now) : now);
      input({ type: 'time', at: now });
    }
  }
  return { state, performed };
}

describe('any history of events, results and time', () => {
  it('never performs a visit again once it has its result, performs nothing after a stop, and ends', () => {
    fc.assert(
      fc.property(history, ({ stop_on, deeds }) => {
        live({ ...pipeline, stop_on }, deeds);
      }),
      { numRuns: rounds(5_000) },
    );
  });

  it('goes the same way when every state is stored and read back', () => {
    fc.assert(
      fc.property(history, ({ stop_on, deeds }) => {
        const plan = { ...pipeline, stop_on };
        const reread = live(plan, deeds, (state) => JSON.parse(JSON.stringify(state)));
        expect(reread).toEqual(live(plan, deeds));
      }),
      { numRuns: rounds(500) },
    );
  });

  it('always leaves a state whose pending command is the one given', () => {
    fc.assert(
      fc.property(history, ({ stop_on, deeds }) => {
        const plan = { ...pipeline, stop_on };
        let { state, command } = advance(plan, initialState(plan, 'enr_1'), { type: 'start', at: 0 });
        for (const drawn of deeds) {
          const input: EngineInput =
            drawn.do === 'tell'
              ? { type: 'event', at: 0, event: drawn.event }
              : drawn.do === 'answer'
                ? { type: 'performed', at: 0, result: drawn.result }
                : { type: 'time', at: 10 * DAY };
          ({ state, command } = advance(plan, state, input));
          expect(commandInForce(plan, state)).toEqual(command);
        }
      }),
      { numRuns: rounds(500) },
    );
  });
});
