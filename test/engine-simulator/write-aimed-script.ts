import type { Meant } from '../../src/runtime/store/tasks/unclear-reply.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { createRandom, type Random } from './random.ts';
import type { Aim, Answer, Respelled, Script, Step, WrittenAnswer } from './script.ts';

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

/** Somebody of ours begins to write to the person at the moment at which a step begins its call. */
export function writeTypingInTime(seed: number): Script {
  const random = createRandom('typing', seed);
  return {
    ...quiet(seed, 1),
    steps: [SENDS(random)],
    typed: [{ person: 0, after: random.between(20, 250), lasts: 0 }],
  };
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

/** All wait for the one place of each day, for their second mail, when it becomes known that the first of them is out of office. */
export function writeFreedPlace(seed: number): Script {
  const random = createRandom('freed', seed);
  const script = quiet(seed, 3);
  const email = (subject: string): Step => ({ email: { subject, text: 'Dear {{ first_name }}' } });
  // By then the others have had their first mail.
  const after = 48 * HOUR + random.below(12 * HOUR);
  const away = (): Answer => ({ to: 'email', with: 'automatic', after, comes: 'once' });
  return {
    ...script,
    people: script.people.map((person, at) => (at === 0 ? { ...person, answers: [away()] } : person)),
    steps: [email('Hello'), { wait: '1 hour' }, email('Once more')],
    cap: 1,
  };
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

/** Shortly before the second send it may be that they have answered the first; somebody says later what it is. */
export const writeDoubtBeforeSend =
  (means: Meant) =>
  (seed: number): Script => {
    const random = createRandom('doubt', seed);
    const script = quiet(seed, 1);
    const email = (subject: string): Step => ({ email: { subject, text: 'Dear {{ first_name }}' } });
    const answers: Answer[] = [
      { to: 'email', with: 'in_doubt', means, after: 2 * HOUR - random.below(MINUTE), comes: 'once' },
    ];
    return {
      ...script,
      people: script.people.map((person) => ({ ...person, answers })),
      steps: [email('Hello'), { wait: '2 hours' }, email('Once more')],
    };
  };

/** Temporal loses the workflow while it waits between two steps. */
export function writeLostWorkflow(seed: number): Script {
  const random = createRandom('lost', seed);
  const losses = [{ person: 0, after: random.between(1, 20) * HOUR, is: 'lost' as const }];
  return { ...quiet(seed, 1), steps: ['visit', { wait: '1 day' }, SENDS(random)], losses };
}

/** Somebody of ours answers one person, while the call fails as it is told to. */
export const writeFailingAnswer =
  (aimAt: (random: Random) => Aim) =>
  (seed: number): Script => {
    const random = createRandom('answer', seed);
    return { ...answered(seed, random, 1), aim: aimAt(random) };
  };

/** An answer whose person is put on the do-not-contact list at the moment at which it goes. */
export function writeSuppressedInTime(seed: number): Script {
  const random = createRandom('suppressed', seed);
  const acts = [{ person: 0, after: ANSWERED + random.below(600), do: 'suppress' as const }];
  return { ...answered(seed, random, 1, { send_after: 400 }), acts };
}

/** An answer that is taken back at the moment at which it goes. */
export function writeTakenBackInTime(seed: number): Script {
  const random = createRandom('taken back', seed);
  return answered(seed, random, 1, { taken_back_after: random.below(900) });
}

/** An answer whose person writes at the moment at which it goes. */
export function writeAnsweredMeanwhile(seed: number): Script {
  const random = createRandom('meanwhile', seed);
  const script = answered(seed, random, 1, { by: 'email', send_after: 600 });
  const answers: Answer[] = [{ to: 'email', with: 'reply', after: ANSWERED + random.below(600), comes: 'once' }];
  const [ada] = script.people;
  const steps = [{ email: { subject: 'Hello', text: 'Dear {{ first_name }}' } }, ...script.steps];
  return { ...script, people: ada ? [{ ...ada, answers }] : [], steps, stop_on: [] };
}

/** The same request comes twice, at the same moment. */
export const writeSameClick = (seed: number): Script =>
  answered(seed, createRandom('click', seed), 1, { beside: 'same_click' });

/** Somebody who was erased and is brought again by a list that still has them. */
export function writeErasedAndBroughtAgain(seed: number): Script {
  const random = createRandom('erased and brought again', seed);
  const erasures = [{ person: 0, after: random.between(20, 2 * MINUTE), again_after: HOUR }];
  return { ...quiet(seed, 1), steps: ['visit', SENDS(random)], erasures };
}

/** Somebody who answers after their erasure what they received before it. */
export function writeErasedBeforeReply(seed: number): Script {
  const random = createRandom('erased before', seed);
  // The second one is there until it has come.
  const script = quiet(seed, 2);
  const answers: Answer[] = [{ to: 'email', with: 'reply', after: HOUR, comes: random.pick(['once', 'late', 'lost']) }];
  return {
    ...script,
    people: script.people.map((person, at) => (at === 0 ? { ...person, answers } : person)),
    steps: [{ email: { subject: 'Hello', text: 'Dear {{ first_name }}' } }, { wait: '3 days' }],
    erasures: [
      { person: 0, after: random.pick([MINUTE, HOUR - MINUTE, HOUR + random.below(1000)]), again_after: null },
    ],
  };
}

/** Another list has them as well, by their address alone, which it writes otherwise. */
export function writeSamePersonAgain(seed: number): Script {
  const random = createRandom('same person again', seed);
  const email = { email: { subject: 'Hello', text: 'Dear {{ first_name }}' } };
  return { ...quiet(seed, 1), steps: [email, { wait: '1 day' }, email], respelled: [respelled(random, 'enroll')] };
}

/** Somebody in the sequence who is put on the do-not-contact list by a name that is written otherwise. */
export function writeEntryInOtherSpelling(seed: number): Script {
  const random = createRandom('entry in another spelling', seed);
  const steps = ['visit', { wait: '1 day' }, SENDS(random)];
  return { ...quiet(seed, 1), steps, respelled: [respelled(random, 'suppress')] };
}

/** Some come when the days of the first are over: what came of those is counted, and each is given an arm. */
export function writeMovedPeople(seed: number): Script {
  const random = createRandom('moved', seed);
  const script = quiet(seed, 5);
  const since = [0, 0, 15 * DAY, 15 * DAY + random.below(200), 16 * DAY];
  const arms = { a: [SENDS(random)], b: [SENDS(random)] };
  return {
    ...script,
    people: script.people.map((person, at) => ({ ...person, enrolled_after: since[at] ?? 0 })),
    steps: [{ split: { optimize: 'replied', arms } }, { wait: '1 day' }],
  };
}

/** More people are answered at once than there are places that day. */
export function writeLastPlaceAnswered(seed: number): Script {
  const random = createRandom('places of answers', seed);
  return { ...answered(seed, random, random.between(2, 3), { by: 'email' }), cap: 1 };
}

const ANSWERED = 2000;

/** Nobody else writes to these people meanwhile. */
function answered(seed: number, random: Random, people: number, more: Partial<WrittenAnswer> = {}): Script {
  const written = Array.from({ length: people }, (_, person) => ({
    ...{ person, after: ANSWERED, by: random.pick(['email', 'messenger'] as const), send_after: 0 },
    ...({ beside: 'nobody', taken_back_after: null, confirms: false, sequences: 'continue' } as const),
    ...more,
  }));
  return { ...quiet(seed, people), steps: [{ wait: '1 day' }], written };
}

const respelled = (random: Random, does: Respelled['do']): Respelled => ({
  ...{ person: 0, after: random.between(1, 20) * HOUR, way: random.below(20), do: does },
  by: random.pick<Respelled['by']>(['email', 'phone', 'profile']),
});

/** A script in which nothing fails. */
function quiet(seed: number, people: number): Script {
  return {
    ...{ seed, professionals: 1, steps: [], stop_on: ['reply'], cap: 20, hours: false, review: false },
    ...{ idempotency: false, credits: 10_000, acts: [], fault_rate: 0, most_faults: 0, faults: null },
    people: ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'].slice(0, people).map((name) => ({
      ...{ name, senders: 0, has_email: true, accepts_after: null, answers: [], enrolled_after: 0 },
    })),
  };
}
