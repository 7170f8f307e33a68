import type { Finding } from './judge.ts';
import type { HistoryResult } from './run-history.ts';
import type { Script, Step } from './script.ts';

/** How often a smaller one is tried at most. */
const MOST_TRIES = 250;

/**
 * The smallest history that still fails in the same way: faults, people, steps, answers and acts are left out one by one, as long as
 * it does.
 */
export async function shrink(
  script: Script,
  first: HistoryResult,
  run: (script: Script) => Promise<HistoryResult>,
): Promise<{ readonly script: Script; readonly result: HistoryResult }> {
  const wanted = new Set(first.findings.map(wayOf));
  let best = { script: { ...script, faults: first.struck.map(({ number }) => number) }, result: first };
  let tries = 0;
  const holds = async (candidate: Script): Promise<boolean> => {
    tries += 1;
    const result = await run(candidate).catch(() => null);
    if (!result?.findings.some((finding) => wanted.has(wayOf(finding)))) return false;
    best = { script: { ...candidate, faults: result.struck.map(({ number }) => number) }, result };
    return true;
  };
  if (!(await holds(best.script))) return { script, result: first };
  for (let again = true; again && tries < MOST_TRIES; ) {
    again = false;
    for (const smaller of candidates(best.script)) {
      if (tries >= MOST_TRIES) break;
      if (await holds(smaller)) {
        again = true;
        break;
      }
    }
  }
  return best;
}

/**
 * Names the way in which a history fails. A finding about a walk that never ends says in its first words how: broken, stuck, or going round. For
 * others the invariant is enough.
 */
const wayOf = ({ invariant, text }: Finding): string =>
  invariant === 'I8' ? `${invariant} ${text.split(/[:\n]/)[0]}` : invariant;

function* candidates(script: Script): Generator<Script> {
  const faults = script.faults ?? [];
  for (const fault of [...faults].reverse()) yield { ...script, faults: faults.filter((one) => one !== fault) };
  for (const at of script.people.keys()) {
    if (script.people.length > 1) yield { ...script, people: without(script.people, at) };
  }
  for (const at of script.acts.keys()) yield { ...script, acts: without(script.acts, at) };
  for (const at of (script.written ?? []).keys()) yield { ...script, written: without(script.written ?? [], at) };
  for (const at of (script.typed ?? []).keys()) yield { ...script, typed: without(script.typed ?? [], at) };
  for (const at of (script.losses ?? []).keys()) yield { ...script, losses: without(script.losses ?? [], at) };
  for (const at of (script.erasures ?? []).keys()) yield { ...script, erasures: without(script.erasures ?? [], at) };
  for (const at of (script.respelled ?? []).keys()) yield { ...script, respelled: without(script.respelled ?? [], at) };
  for (const steps of smallerSteps(script.steps)) yield { ...script, steps };
  for (const [at, person] of script.people.entries()) {
    const put = (changed: Partial<typeof person>): Script => ({
      ...script,
      people: script.people.map((one, place) => (place === at ? { ...one, ...changed } : one)),
    });
    for (const which of person.answers.keys()) yield put({ answers: without(person.answers, which) });
    if (person.accepts_after !== null) yield put({ accepts_after: null });
    if (person.enrolled_after > 0) yield put({ enrolled_after: 0 });
  }
  if (script.hours) yield { ...script, hours: false };
  if (script.review) yield { ...script, review: false };
  if (script.cap < 20) yield { ...script, cap: 20 };
  if (script.professionals === 2) yield { ...script, professionals: 1 };
}

function* smallerSteps(steps: readonly Step[]): Generator<readonly Step[]> {
  for (const [at, step] of steps.entries()) {
    if (steps.length > 1) yield without(steps, at);
    for (const inner of insides(step)) yield [...steps.slice(0, at), ...inner, ...steps.slice(at + 1)];
  }
}

/** The lists of steps within a step, each in its place. */
function insides(step: Step): (readonly Step[])[] {
  if (typeof step === 'string') return [];
  const lists = [step.then, step.else, ...Object.values(step).flatMap((value) => armsOf(value))];
  return lists.filter((list): list is readonly Step[] => Array.isArray(list) && list.length > 0);
}

function armsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { steps, ...arms } = value as Record<string, unknown>;
  return [
    steps,
    ...Object.values(arms).flatMap((arm) =>
      typeof arm === 'object' && arm !== null ? [(arm as { steps?: unknown }).steps] : [],
    ),
  ];
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at);

/** As one word for the command line. */
export const encodeScript = (script: Script): string => Buffer.from(JSON.stringify(script)).toString('base64url');
// Whoever replays pastes what the simulator has printed.
export const decodeScript = (text: string): Script => JSON.parse(Buffer.from(text, 'base64url').toString()) as Script;
