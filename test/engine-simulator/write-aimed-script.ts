import { HOUR } from '../../src/shared/kit/duration.ts';
import { createRandom, type Random } from './random.ts';
import type { Aim, Answer, Script, Step } from './script.ts';

/** Reaches a person, and can be read back: nobody may do it twice. */
const SENDS = (random: Random): Step =>
  random.pick<Step>([
    { email: { subject: 'Hello', text: 'Dear {{ first_name }}' } },
    { invite: 'Hi {{ first_name }}' },
  ]);

/** One person and one send, whose calls fail as they are told to. */
export const writeFailingCall =
  (aimAt: (random: Random) => Aim, stepOf: (random: Random) => Step = SENDS) =>
  (seed: number): Script => {
    const random = createRandom('call', seed);
    return { ...quiet(seed, 1), steps: [stepOf(random)], aim: aimAt(random) };
  };

/** A person of ours stops it at the moment at which a step begins its call. */
export function writeStopInTime(seed: number): Script {
  const random = createRandom('stop', seed);
  const steps = [SENDS(random), 'visit', 'like'].slice(0, random.between(1, 3));
  return { ...quiet(seed, 1), steps, acts: [{ person: 0, after: random.between(20, 250), do: 'stop' }] };
}

/** The same for several people, each at a moment of their own. */
export function writeStopsInTime(seed: number): Script {
  const random = createRandom('stops', seed);
  const script = quiet(seed, 3);
  const steps = [SENDS(random), 'visit', 'like'];
  const acts = script.people.map((_, person) => ({ person, after: random.between(20, 400), do: 'stop' as const }));
  return { ...script, steps, acts };
}

/** More people than there are places that day, all at once. */
export function writeLastPlace(seed: number): Script {
  const random = createRandom('place', seed);
  return { ...quiet(seed, random.between(2, 3)), steps: [random.chance(0.5) ? 'visit' : SENDS(random)], cap: 1 };
}

/** Several begin at once by one account, and what is written of one of them is refused for some time. */
export const writeRefusedRow =
  (refused: NonNullable<Aim['refused']>) =>
  (seed: number): Script => {
    const random = createRandom('refused', seed);
    return { ...quiet(seed, random.between(3, 6)), steps: [SENDS(random)], aim: { wire: [], refused } };
  };

/** Answers that come at once, twice. */
export function writeSameEvents(seed: number): Script {
  const random = createRandom('events', seed);
  const script = quiet(seed, 2);
  const answer = (): Answer => ({ to: 'email', with: 'reply', after: random.below(5), comes: 'twice' });
  return {
    ...script,
    people: script.people.map((person) => ({ ...person, answers: [answer()] })),
    steps: [{ email: { subject: 'Hello', text: 'Dear {{ first_name }}' } }],
  };
}

/** Temporal loses the workflow while it waits between two steps. */
export function writeLostWorkflow(seed: number): Script {
  const random = createRandom('lost', seed);
  const losses = [{ person: 0, after: random.between(1, 20) * HOUR, is: 'lost' as const }];
  return { ...quiet(seed, 1), steps: ['visit', { wait: '1 day' }, SENDS(random)], losses };
}

/** Where nothing fails. */
function quiet(seed: number, people: number): Script {
  return {
    ...{ seed, professionals: 1, steps: [], stop_on: ['reply'], cap: 20, hours: false, review: false },
    ...{ idempotency: false, credits: 10_000, acts: [], fault_rate: 0, most_faults: 0, faults: null },
    people: ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'].slice(0, people).map((name) => ({
      ...{ name, senders: 0, has_email: true, accepts_after: null, answers: [], enrolled_after: 0 },
    })),
  };
}
