import { type Check, type Evidence, finding, rowsOf, SLUG } from './finding.ts';
import { type Effect, readEffects } from './read-effects.ts';

type Intent = {
  readonly key: string;
  readonly slug: string;
  readonly action: string;
  readonly limit_class: string;
  readonly state: string;
  readonly sends: number;
  readonly doubtful_since: Date | null;
};
type Ended = { readonly slug: string; readonly outcome: string | null };

/** An effect of this kind is what a done intent of this class stands for. */
const KIND_OF: Readonly<Record<string, string>> = {
  visit: 'visit',
  invite: 'invitation',
  message: 'message',
  inmail: 'inmail',
  email: 'email',
};

const readIntents = ({ engine }: Evidence): Promise<Intent[]> =>
  rowsOf<Intent>(
    engine,
    `select key, ${SLUG} as slug, action, limit_class, intents.state, sends, doubtful_since
       from intents left join enrollments e on e.id = enrollment_id left join answers w on w.id = answer_id
       join leads on leads.id = coalesce(e.lead_id, w.lead_id)
      where limit_class is not null`,
  );

/** Each step has its own words here, so the same words twice are one step twice. */
export const atMostOnce: Check = async (evidence) => {
  const effects = await readEffects(evidence);
  const intents = await readIntents(evidence);
  const exceptions: string[] = [];
  const seen = new Set<string>();
  const byKind = new Map<string, number>();
  for (const { slug, kind, text, subject } of effects) {
    const step = JSON.stringify([slug, kind, kind === 'visit' ? null : text, subject]);
    if (seen.has(step)) exceptions.push(`${slug} got ${kind} twice: ${text ?? subject ?? ''}`);
    seen.add(step);
    byKind.set(`${slug} ${kind}`, (byKind.get(`${slug} ${kind}`) ?? 0) + 1);
  }
  const ledger = new Map<string, { done: number; open: number }>();
  for (const { slug, limit_class, state } of intents) {
    const kind = KIND_OF[limit_class];
    if (kind === undefined) continue;
    const count = ledger.get(`${slug} ${kind}`) ?? { done: 0, open: 0 };
    ledger.set(`${slug} ${kind}`, {
      done: count.done + (state === 'done' ? 1 : 0),
      open: count.open + (state === 'unknown' || state === 'sent' ? 1 : 0),
    });
  }
  // A ledger that was set back can only be held to what it says.
  const whole = !evidence.load.ledger_set_back;
  for (const [step, { done, open }] of ledger) {
    const happened = byKind.get(step) ?? 0;
    if (happened < done) exceptions.push(`${step}: the ledger says done ${done} times, it happened ${happened} times`);
    if (whole && happened > done + open)
      exceptions.push(`${step}: it happened ${happened} times, the ledger knows ${done + open}`);
  }
  for (const step of byKind.keys())
    if (whole && !ledger.has(step)) exceptions.push(`${step}: it happened, no intent knows of it`);
  const lost = await lostSteps(evidence, effects);
  return finding(
    'I1',
    'one effect per step, and where the ledger says done exactly one',
    {
      effects: effects.length,
      done: intents.filter(({ state }) => state === 'done').length,
    },
    [...exceptions, ...lost],
  );
};

/** Finds steps that somebody who came to the end of the sequence did not get. */
async function lostSteps({ engine }: Evidence, effects: readonly Effect[]): Promise<string[]> {
  const ended = await rowsOf<Ended>(
    engine,
    `select lower(regexp_replace(leads.profile_url, '.*/', '')) as slug, outcome
       from enrollments join leads on leads.id = lead_id where status = 'finished' and outcome = 'no_answer'`,
  );
  const answers = await rowsOf<{ text: string }>(engine, 'select text from answers');
  const written = new Set(answers.map(({ text }) => text));
  const kinds = new Map<string, string[]>();
  for (const { slug, kind, text } of effects) {
    // What a person of ours wrote is no step.
    if (text !== null && written.has(text)) continue;
    kinds.set(slug, [...(kinds.get(slug) ?? []), kind]);
  }
  return ended.flatMap(({ slug }) => {
    const got = kinds.get(slug) ?? [];
    const messages = got.filter((kind) => kind === 'message').length;
    const whole =
      got.includes('visit') &&
      got.includes('invitation') &&
      (messages === 2 || got.includes('inmail') || got.includes('email'));
    return whole ? [] : [`${slug} came to the end and got only: ${got.join(', ')}`];
  });
}

export const doubtsAreResolved: Check = async (evidence) => {
  const { engine, v2 } = evidence;
  const intents = await readIntents(evidence);
  const doubtful = intents.filter(({ doubtful_since, state }) => doubtful_since !== null || state === 'unknown');
  const tasks = await rowsOf<{ key: string }>(
    engine,
    `select coalesce(enrollment_id, answer_id) || '/' || node || '/' || visit as key from tasks where kind = 'unknown_outcome' and status = 'open'`,
  );
  // A mail may be beyond all proof. Where its enrollment has ended nothing depends on it: it is looked for ever more rarely, and nobody is asked.
  const over = await rowsOf<{ key: string }>(
    engine,
    `select key from intents join enrollments on enrollments.id = enrollment_id where status = 'finished'`,
  );
  const left = new Set(evidence.load.mail ? over.map(({ key }) => key) : []);
  const asked = new Set(tasks.map(({ key }) => key));
  const exceptions = intents.flatMap(({ key, state }) => {
    if (state === 'sent') return [`${key} is left as sent: nobody looks after it`];
    return state === 'unknown' && !asked.has(key) && !left.has(key)
      ? [`${key} is unknown, and no person is asked`]
      : [];
  });
  // Under whichever wire key: a send that the service carried out twice for one intent was sent again blindly.
  const twice = await rowsOf<{ key: string; n: number }>(
    v2,
    `select split_part(idempotency_key, '~', 1) as key, count(*)::int as n from logs
      where status = 'success' and idempotency_key ~ '^[^/]+/[^/]+/[0-9]+(~[0-9]+)?$'
      group by 1 having count(*) > 1`,
  );
  exceptions.push(...twice.map(({ key, n }) => `${key} was carried out ${n} times by the service`));
  return finding(
    'I2',
    'doubts are settled by proof or shown to a person, none re-sent blindly',
    {
      doubts: doubtful.length,
      proven_done: doubtful.filter(({ state }) => state === 'done').length,
      proven_not_done: doubtful.filter(({ state }) => state === 'not_done' || state === 'refused').length,
      with_a_person: asked.size,
      unknown_after_the_end: intents.filter(({ key, state }) => state === 'unknown' && left.has(key)).length,
      sent_again: intents.filter(({ sends }) => sends > 1).length,
    },
    exceptions,
  );
};
