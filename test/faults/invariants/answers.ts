import { readWatch } from '../watch.ts';
import { type Check, type Evidence, finding, rowsOf } from './finding.ts';
import { readEffects } from './read-effects.ts';

type Answered = {
  readonly id: string;
  readonly lead_id: string;
  readonly text: string;
  readonly state: string;
  readonly last_seen: string | null;
  readonly confirmed: readonly string[];
  readonly asked: boolean;
};

const readAnswers = ({ engine }: Evidence): Promise<Answered[]> =>
  rowsOf<Answered>(
    engine,
    `select id, lead_id, text, state, last_seen, confirmed,
            exists (select from tasks where answer_id = answers.id and status = 'open') as asked from answers order by id`,
  );

/**
 * Judges what people of ours wrote: each message reached its person once, where it says so, and never after it was taken back or its person was
 * suppressed. It goes by the order of the commits.
 */
export const answersHold: Check = async (evidence) => {
  const answers = await readAnswers(evidence);
  const effects = await readEffects(evidence);
  const exceptions: string[] = [];
  for (const { id, text, state, asked } of answers) {
    const times = effects.filter((effect) => effect.text === text).length;
    if (times > 1) exceptions.push(`the answer ${id} went out ${times} times`);
    if (state === 'waiting' || state === 'sending') exceptions.push(`the answer ${id} is still ${state}`);
    else if (state === 'in_doubt' && !asked) exceptions.push(`the answer ${id} is in doubt, and nobody is asked`);
    else if (state !== 'in_doubt' && (state === 'sent') !== times > 0)
      exceptions.push(`the answer ${id} ${times > 0 ? 'went' : 'did not go'} out, and is ${state}`);
  }
  exceptions.push(...(await inTheWay(evidence, answers)));
  const count = (wanted: string) => answers.filter(({ state }) => state === wanted).length;
  return finding(
    'I12',
    'an answer goes out once, and never past what stands in its way',
    {
      answers: answers.length,
      sent: count('sent'),
      not_sent: count('not_sent'),
      taken_back: count('withdrawn'),
      with_a_person: count('in_doubt'),
    },
    exceptions,
  );
};

async function inTheWay({ engine }: Evidence, answers: readonly Answered[]): Promise<string[]> {
  const exceptions: string[] = [];
  const people = await readNames(engine);
  const byKey = new Map(answers.map((answer) => [`${answer.id}/answer/1`, answer]));
  const suppressed = new Map<string, string[]>();
  const withdrawn = new Set<string>();
  const sent: Answered[] = [];
  for (const { what, detail } of await readWatch(engine)) {
    if (what === 'suppressed') {
      const [entry = '', name = ''] = detail.split(' ');
      for (const lead of people.get(name) ?? []) suppressed.set(lead, [...(suppressed.get(lead) ?? []), entry]);
    }
    if (what === 'withdrawn') withdrawn.add(detail);
    const answer = what === 'let_out' ? byKey.get(detail) : undefined;
    if (answer === undefined) continue;
    const { id, lead_id, last_seen, confirmed } = answer;
    if (withdrawn.has(id)) exceptions.push(`the answer ${id} was let out after it was taken back`);
    const against = (suppressed.get(lead_id) ?? []).filter((entry) => !confirmed.includes(entry));
    if (against.length > 0) exceptions.push(`the answer ${id} was let out after ${against.join(', ')}`);
    const other = sent.find((one) => one.id !== id && one.lead_id === lead_id && one.last_seen === last_seen);
    if (other) exceptions.push(`the answer ${id} was let out, whose writer had not seen ${other.id}`);
    if (answer.state === 'sent') sent.push(answer);
  }
  return exceptions;
}

/** Reads every name by which a person is known, the person's id among them. */
async function readNames(engine: Evidence['engine']): Promise<ReadonlyMap<string, readonly string[]>> {
  type Named = { readonly lead_id: string; readonly name: string };
  const rows = await rowsOf<Named>(
    engine,
    'select id as lead_id, id as name from leads union select lead_id, value from identities where lead_id is not null',
  );
  const people = new Map<string, string[]>();
  for (const { lead_id, name } of rows) people.set(name, [...(people.get(name) ?? []), lead_id]);
  return people;
}
