import type { Random } from '../random.ts';
import type { Run, Scenario } from '../scenario.ts';
import { type GateAnswer, html, json, type Meddle, startV2Gate, truncated } from '../system/v2-gate.ts';

/** Runs everybody through a gate that meddles with their calls. */
export async function throughGate(run: Run, meddle: Meddle): Promise<void> {
  const { system, untilAllEnd } = run;
  const gate = await startV2Gate(system.v2_url);
  try {
    await system.links['workers-v2'].leadTo(gate.address);
    gate.meddle(meddle);
    await untilAllEnd(240_000);
    gate.meddle(null);
    await untilAllEnd();
    await system.links['workers-v2'].leadTo(new URL(system.v2_url).host);
  } finally {
    await gate.stop();
  }
}

/** The share of step calls that it happens to; reads stay whole, so that proof can be had. */
const sometimes =
  (
    { random, fault }: Pick<Run, 'random' | 'fault'>,
    share: number,
    what: string,
    act: (forward: () => Promise<GateAnswer>, random: Random) => Promise<GateAnswer | null>,
  ): Meddle =>
  async ({ key }, forward) => {
    if (key === null || random.next() >= share) return forward();
    fault(what);
    return act(forward, random);
  };

export const answerLost: Scenario = {
  name: 'answer-lost',
  about: 'the action is done and its answer lost, one in ten',
  load: { leads: 30 },
  async play(run) {
    await throughGate(
      run,
      sometimes(run, 0.1, 'answer lost', async (forward) => {
        await forward();
        return null;
      }),
    );
    return undefined;
  },
  mistakes: [
    {
      name: 'replies-counted-twice',
      what: 'the results count every reply twice',
      find: 'ofGroup.replied++',
      put: 'ofGroup.replied += 2',
      seed: 11,
    },
    {
      name: 'doubtful-calls-left-out',
      what: 'the results leave out calls that were asked for again, since their answer was lost',
      find: "when i.state = 'done' and i.response ->> 'refused' is not null then 'without_effect'",
      put: "when i.state = 'done' and (i.sends > 1 or i.response ->> 'refused' is not null) then 'without_effect'",
      seed: 11,
    },
    {
      name: 'ends-tallied-twice',
      what: 'whoever ends is counted twice in the numbers that are kept of their campaign',
      find: "select campaign_id, 'outcome', outcome, 1 from ended",
      put: "select campaign_id, 'outcome', outcome, 2 from ended",
      seed: 11,
    },
  ],
};

const failure = () =>
  json(500, { success: false, data: null, error: { code: 'INTERNAL_ERROR', message: 'something broke' } });

export const errors500: Scenario = {
  name: 'errors-500',
  about: '500 before and after acting, one in ten',
  async play(run) {
    await throughGate(
      run,
      sometimes(run, 0.1, '500', async (forward, random) => {
        if (random.next() < 0.5) await forward();
        return failure();
      }),
    );
    return undefined;
  },
};

/** A 2xx that does not parse is no proof of anything. */
export const brokenAnswers: Scenario = {
  name: 'broken-answers',
  about: 'truncated 200, HTML with 200, {} with 200, 204; acted or not, one in eight',
  short: true,
  load: { leads: 30 },
  async play(run) {
    await throughGate(
      run,
      sometimes(run, 0.125, 'broken answer', async (forward, random) => {
        const real = random.next() < 0.5 ? await forward() : json(200, { success: true, data: { some: 'thing' } });
        return random.pick<() => GateAnswer>([
          () => truncated(real),
          () => html(200),
          () => json(200, {}),
          () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }),
        ])();
      }),
    );
    return undefined;
  },
};
