import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { withDoubts } from './doubts.ts';
import { writeRespelled } from './other-spellings.ts';
import { createRandom, type Random } from './random.ts';
import type { Act, Answer, Erasure, Loss, Script, ScriptedPerson, Step, Typing, WrittenAnswer } from './script.ts';

/** How much a history holds. Nearly every wrong order shows with two people and two steps, and such a one takes a third of the time. */
interface Size {
  /** Part of the seed: the same number draws another history of another size. */
  readonly name: string;
  readonly people: readonly [number, ...number[]];
  readonly steps: readonly [number, ...number[]];
  /** Blocks within blocks. */
  readonly depth: number;
  readonly faults: readonly [Faults, ...Faults[]];
}
type Faults = Pick<Script, 'fault_rate' | 'most_faults'>;

const LARGE: Size = {
  ...{ name: 'script', people: [1, 1, 2, 2, 3, 4], steps: [1, 2, 3, 3, 4], depth: 2 },
  faults: [
    { fault_rate: 0, most_faults: 0 },
    { fault_rate: 6, most_faults: 2 },
    { fault_rate: 15, most_faults: 5 },
    { fault_rate: 40, most_faults: 12 },
  ],
};
const SMALL: Size = {
  ...{ name: 'small', people: [1, 1, 1, 2], steps: [1, 1, 2], depth: 1 },
  // As many in fewer steps.
  faults: [
    { fault_rate: 0, most_faults: 0 },
    { fault_rate: 15, most_faults: 2 },
    { fault_rate: 40, most_faults: 4 },
    { fault_rate: 100, most_faults: 8 },
  ],
};
/** All at once and by one account, so that their steps share transactions. */
const CROWD: Size = { ...SMALL, name: 'crowd', people: [4, 5, 6, 8], depth: 0 };

export const MIXES: Readonly<Record<'mixed' | 'small' | 'large' | 'crowd', (seed: number) => Script>> = {
  mixed: (seed) => writeScript(seed, seed % 10 === 0 ? LARGE : SMALL),
  small: (seed) => writeScript(seed, SMALL),
  large: (seed) => writeScript(seed, LARGE),
  crowd: writeCrowd,
};
export type Mix = keyof typeof MIXES;

function writeCrowd(seed: number): Script {
  const script = writeScript(seed, CROWD);
  const people = script.people.map((person) => ({ ...person, enrolled_after: 0 }));
  return { ...script, people, professionals: 1 };
}

function writeScript(seed: number, size: Size): Script {
  const random = createRandom(size.name, seed);
  const people = Array.from({ length: random.pick(size.people) }, (_, at) => writePerson(random, at));
  const { written, suppressions } = writeWritten(createRandom('written', seed), people);
  const steps = writeSteps(random, random.pick(size.steps), size.depth, { count: 0 });
  const erasures = writeErasures(createRandom('erasures', seed), people);
  return {
    seed,
    people: withDoubts(createRandom('doubts', seed), people, delay),
    professionals: random.chance(0.25) ? 2 : 1,
    steps,
    stop_on: random.pick([['reply'], ['reply', 'unsubscribe', 'bounce'], ['reply', 'company_reply', 'bounce'], []]),
    cap: random.pick([1, 2, 3, 20]),
    hours: random.chance(0.5),
    review: random.chance(0.08),
    idempotency: random.chance(0.6),
    credits: random.chance(0.1) ? random.between(2, 10) : 10_000,
    acts: [...(random.chance(0.3) ? people.flatMap((_, person) => writeActs(random, person)) : []), ...suppressions],
    ...random.pick(size.faults),
    ...writeLosses(createRandom('losses', seed), people),
    ...(written.length > 0 ? { written } : {}),
    ...writeTyping(createRandom('typing', seed), people),
    ...erasures,
    ...writeRespelled(createRandom('spellings', seed), people, { ...erasures, delay }),
    faults: null,
  };
}

/** In one history of five, drawn apart: the others are what they were before there were any. */
function writeLosses(random: Random, people: readonly ScriptedPerson[]): Pick<Script, 'losses'> {
  if (!random.chance(0.2)) return {};
  const losses = people.flatMap((_, person): Loss[] =>
    random.chance(0.3) ? [] : [{ person, after: delay(random) + 1, is: random.pick(['lost', 'set_back', 'set_back']) }],
  );
  return { losses };
}

/** In one history of eight, drawn apart as well; mostly one of several. */
function writeErasures(random: Random, people: readonly ScriptedPerson[]): Pick<Script, 'erasures'> {
  if (!random.chance(0.125)) return {};
  const erasures = people.flatMap((_, person): Erasure[] =>
    person > 0 && random.chance(0.6)
      ? []
      : [{ person, after: delay(random) + 1, again_after: random.pick([null, HOUR, DAY]) }],
  );
  return { erasures };
}

/** In one history of six, drawn apart as well: somebody of ours writes to somebody, for a moment or for minutes. */
function writeTyping(random: Random, people: readonly ScriptedPerson[]): Pick<Script, 'typed'> {
  if (!random.chance(0.17)) return {};
  const typed = people.flatMap((_, person): Typing[] =>
    random.chance(0.3) ? [] : [{ person, after: delay(random) + 1, lasts: random.pick([0, 0, 15_000, 120_000]) }],
  );
  return { typed };
}

/** In one history of four, drawn apart as well: answers, and people who do not want any. */
function writeWritten(random: Random, people: readonly ScriptedPerson[]) {
  if (!random.chance(0.25)) return { written: [], suppressions: [] };
  const written = people.flatMap((_, person) =>
    Array.from({ length: random.pick([0, 1, 1, 2]) }, (): WrittenAnswer => writeAnswerOfOurs(random, person)),
  );
  const suppressions = written.flatMap(({ person, after }): Act[] =>
    random.chance(0.2) ? [{ person, after: after + random.pick([0, 0, 20, 3000]), do: 'suppress' }] : [],
  );
  return { written, suppressions };
}

const writeAnswerOfOurs = (random: Random, person: number): WrittenAnswer => ({
  person,
  after: delay(random) + 1,
  by: random.pick(['professional', 'email', 'email', 'messenger']),
  send_after: random.pick([0, 0, 20, 5000]),
  beside: random.pick(['nobody', 'nobody', 'same_click', 'colleague']),
  taken_back_after: random.chance(0.25) ? random.pick([0, random.below(100), random.below(6000)]) : null,
  confirms: random.chance(0.5),
  sequences: random.pick(['pause', 'continue']),
});

function writePerson(random: Random, at: number): ScriptedPerson {
  return {
    name: ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'][at] ?? `Person${at}`,
    senders: random.chance(0.5) ? 1 : 0,
    has_email: random.chance(0.97),
    accepts_after: random.chance(0.5) ? delay(random) : null,
    answers: random.chance(0.6)
      ? Array.from({ length: random.pick([1, 1, 2]) }, (): Answer => writeAnswer(random))
      : [],
    enrolled_after: random.pick([0, 0, 1, 90_000]),
  };
}

function writeAnswer(random: Random): Answer {
  const to = random.pick<Answer['to']>(['invite', 'message', 'message', 'inmail', 'email', 'email']);
  const ways = { invite: 'reply', message: 'reply', inmail: 'decline', email: 'bounce' } as const;
  const others = to === 'email' ? (['unsubscribe', 'automatic', 'reply'] as const) : (['reply'] as const);
  return {
    to,
    with: random.chance(0.5) ? ways[to] : random.pick([...others] as ['reply']),
    after: delay(random),
    comes: random.pick(['once', 'once', 'twice', 'late', 'lost']),
  };
}

function writeActs(random: Random, person: number): Act[] {
  if (random.chance(0.5)) return [];
  const after = delay(random);
  if (random.chance(0.3)) return [{ person, after, do: 'stop' }];
  const [begin, end] = random.pick([['pause', 'resume'] as const, ['hold', 'release'] as const]);
  return [
    { person, after, do: begin },
    { person, after: after + delay(random), do: end },
  ];
}

/** Mostly at the very moment of something else, for that is where mistakes are. */
const delay = (random: Random): number =>
  random.pick([
    random.below(20),
    random.below(200),
    random.below(5000),
    random.below(60_000),
    random.below(HOUR),
    random.below(3 * DAY),
  ]);

function writeSteps(random: Random, count: number, depth: number, names: { count: number }): Step[] {
  return Array.from({ length: count }, () => writeStep(random, depth, names));
}

function writeStep(random: Random, depth: number, names: { count: number }): Step {
  const mark = `s${++names.count}`;
  const text = `Hi {{ first_name }}, this is ${mark}`;
  const inner = (): Step[] => writeSteps(random, random.between(1, 2), depth - 1, names);
  const kinds = [
    'visit',
    'invite',
    'invite',
    'message',
    'message',
    'inmail',
    'email',
    'email',
    'withdraw',
    'wait',
  ] as const;
  const more = ['like', 'comment', 'enrich', 'messenger', 'task'] as const;
  const nested = ['wait_for', 'wait_for', 'if', 'split', 'repeat', 'else'] as const;
  const kind = depth > 0 && random.chance(0.35) ? random.pick([...nested]) : random.pick([...kinds, ...more]);
  // biome-ignore-start lint/suspicious/noThenProperty: keys of the language
  switch (kind) {
    case 'visit':
    case 'like':
      return random.chance(0.2) ? { [kind]: null, on_error: 'continue' } : kind;
    case 'withdraw':
      return kind;
    case 'invite':
    case 'comment':
      return { [kind]: text, ...(random.chance(0.3) ? { on_error: 'continue' } : {}) };
    case 'message':
      return { message: text, else: [writeLeaf(random, names)] };
    case 'messenger':
      return { message: { text, channel: 'messenger' }, else: [writeLeaf(random, names)] };
    case 'inmail':
      return { inmail: { subject: `About ${mark}`, text }, else: [writeLeaf(random, names)] };
    case 'email':
      return {
        email: { subject: `About ${mark}`, text },
        ...(random.chance(0.5) ? { else: [writeLeaf(random, names)] } : {}),
      };
    case 'wait':
      return { wait: random.pick(['1 minute', '2 hours', '1 day', '3 days']) };
    case 'enrich':
      return { enrich: random.pick(['email', 'profile']), else: [writeLeaf(random, names)] };
    case 'task':
      return { task: `Look at ${mark}`, within: '1 day', then: [writeLeaf(random, names)] };
    case 'wait_for':
      return {
        wait_for: random.pick(['accepted_invitation', 'accepted_invitation', 'reply']),
        within: random.pick(['2 hours', '2 days']),
        then: inner(),
        else: inner(),
      };
    case 'if':
      return { if: random.pick(['state.connected', 'state.invited', '!state.replied']), then: inner(), else: inner() };
    case 'split':
      // Every other one moves new people to the better arm; by its mark, so that the other draws of a seed stay as they are.
      return names.count % 2 === 0
        ? { split: { optimize: 'replied', arms: { a: inner(), b: inner() } } }
        : { split: { a: { steps: inner() }, b: { steps: inner() } } };
    case 'repeat':
      return { repeat: { times: 2, steps: [...inner(), { wait: '1 minute' }] } };
    case 'else':
      return { message: text, then: inner(), else: inner() };
  }
  // biome-ignore-end lint/suspicious/noThenProperty: keys of the language
}

function writeLeaf(random: Random, names: { count: number }): Step {
  const mark = `s${++names.count}`;
  return random.chance(0.5)
    ? 'visit'
    : { email: { subject: `About ${mark}`, text: `Dear {{ first_name }}, ${mark}` }, on_error: 'continue' };
}

export const START = Date.parse('2026-03-02T07:30:00Z');
/** From then on all is well again, and everybody must come to an end. */
export const LAST_FAULT = START + 20 * DAY;
export const LONGEST = START + 200 * DAY;
