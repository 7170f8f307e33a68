import { type Finding, finding, rowsOf } from '../invariants/finding.ts';
import { type Journal, keepJournal, nobodyAboveLimit, nobodyAfterNo, nobodyTwice, type Refusal } from '../journal.ts';
import { SEQUENCE_NAME } from '../load.ts';
import type { Run, Scenario } from '../scenario.ts';
import type { System } from '../system/system.ts';
import { PART_NAMES, type Part, putBack, takeBackup } from './put-back-parts.ts';

type Choices = readonly [readonly Part[], ...(readonly Part[])[]];

/** One part is older than the others, or two are. */
const CHOICES: Choices = [
  ...([['engine'], ['engine', 'temporal'], ['v2'], ['temporal'], ['engine', 'v2'], ['v2', 'temporal']] as const),
];
/** Databases of an older engine that are put back beside a V2 service without keys, whose log has to say what was sent. */
const OLDER_ENGINE: Choices = [['engine', 'temporal'], ['engine']];

/** People who say nothing until the scenario lets them say no. */
const QUIET = 8;
/** People who are brought after the copy was made, and once more when it was put back. */
const LATE = 6;
/** Wall milliseconds. */
const LONGEST = 90_000;
/** Wall milliseconds: three days and a half of virtual time. */
const ANONYMOUS = 70_000;

interface Person {
  readonly slug: string;
  /** The account that writes to them. */
  readonly sender: string;
  readonly lead: { readonly profile_url: string; readonly first_name: string };
}

const journals = new WeakMap<System, Journal>();

async function create({ system, load }: Run, name: string, count: number, place: number): Promise<Person[]> {
  const sender = load.accounts[place] ?? '';
  const people: Person[] = [];
  for (let index = 0; index < count; index++) {
    const slug = `${name}${load.seed}-${index}`;
    const first_name = `${name}${index}`;
    const { profile_url } = await system.callV2<{ profile_url: string }>('POST', '/sandbox/people', {
      ...{ first_name, last_name: 'Example', public_identifier: slug, degree: 2, email: `${slug}@people.example` },
    });
    people.push({ slug, sender, lead: { profile_url, first_name } });
  }
  return people;
}

/** Those who are in the sequence by it. */
async function bring({ system, load }: Run, people: readonly Person[]): Promise<string[]> {
  const { body } = await system.callApi<{ results: { id?: string; status: string }[] }>(
    'POST',
    '/api/enrollments/batch',
    {
      sequence: SEQUENCE_NAME,
      senders: { professional: people[0]?.sender, email: load.accounts.at(-1) },
      leads: people.map(({ lead }) => lead),
    },
  );
  return body.results.flatMap(({ id, status }) => (id !== undefined && status === 'created' ? [id] : []));
}

async function until({ pause }: Run, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + LONGEST; Date.now() < end; await pause(200)) if (await isSo()) return true;
  return false;
}

/** Lets people reply. Once the engine has a reply, nothing goes out to them, whatever the engine makes of it. */
async function sayNo(run: Run, people: readonly Person[]): Promise<Refusal[]> {
  const { system } = run;
  const refusals: Refusal[] = [];
  for (const { slug, sender } of people) {
    const text = `No, thank you, says ${slug}`;
    await system.callV2('POST', `/sandbox/people/${slug}/act`, { account_id: sender, do: 'reply', text });
    const isHeard = async () =>
      (
        await rowsOf(system.engine_db, 'select event_id from events where payload::text like $1', [`%${text}%`]).catch(
          () => [],
        )
      ).length > 0;
    if (await until(run, isHeard)) refusals.push({ slug, heard: Date.now() });
  }
  return refusals;
}

interface Question {
  readonly id: string;
  readonly kind: string;
  readonly preview: { readonly account_id: string; readonly action: string; readonly params: Record<string, unknown> };
}

/** An operator is asked, who has looked at the network and at the mailbox. How many they have answered. */
async function answerQuestions({ system }: Run, journal: Journal): Promise<number> {
  const { body } = await system.callApi<{ items?: Question[] }>('GET', '/api/tasks?status=open&limit=100');
  const asked = (body.items ?? []).filter(({ kind }) => kind === 'unknown_outcome');
  for (const { id, preview } of asked)
    await system.callApi('POST', `/api/tasks/${id}`, { decision: journal.has(preview) ? 'sent' : 'not_sent' });
  return asked.length;
}

/** Finds people whose reply was not known at once, although a call has reached them before the copy was put back. */
async function unknownAtOnce({ system }: Run, people: readonly Person[]): Promise<Finding> {
  const exceptions: string[] = [];
  for (const { slug } of people) {
    const asked = await rowsOf(
      system.engine_db,
      'select r.event_id from unmatched_replies r join events v using (event_id) where v.payload::text like $1',
      [`%says ${slug}%`],
    );
    if (asked.length > 0) exceptions.push(`the reply of ${slug} was asked about`);
  }
  return finding('known', 'whoever was reached is known by their id', { people: people.length }, exceptions);
}

async function nobodyLost({ system }: Run, ids: readonly string[]): Promise<Finding> {
  const rows = await rowsOf<{ id: string; status: string; node: string | null; waiting_text: string | null }>(
    system.engine_db,
    'select id, status, node, waiting_text from enrollments',
  );
  const known = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id)).map((id) => `the enrollment ${id} is gone`);
  const open = rows.filter(({ status }) => status !== 'finished' && status !== 'needs_person');
  const exceptions = open.map((row) => `${row.id} is ${row.status} at ${row.node}: ${row.waiting_text ?? 'runs'}`);
  return finding('lost', 'everybody came to an end or to a person', { enrollments: rows.length }, [
    ...gone,
    ...exceptions,
  ]);
}

async function playBeside(run: Run, journal: Journal, choices: Choices): Promise<readonly Finding[]> {
  const { system, random, load, fault, say, pause } = run;
  const { reached, fail } = journal;
  const hasKeys = choices === CHOICES;
  const parts = random.pick(choices);
  const isOlder = (part: Part) => parts.includes(part);
  say(`older than the rest will be ${parts.map((part) => PART_NAMES[part]).join(' and ')}`);

  const quiet = await create(run, 'quiet', QUIET, 0);
  const late = await create(run, 'late', LATE, 1);
  await pause(random.whole(0, 15_000));
  // So that whoever is quiet is here, and nobody has reached them yet.
  await Promise.all(system.workers.map((worker) => worker.kill('SIGTERM')));
  const ids = [...load.enrollments, ...(await bring(run, quiet))];
  for (const part of parts) await takeBackup(system, part);
  await Promise.all(system.workers.map((worker) => worker.start()));
  await bring(run, late);

  const got = (people: readonly Person[], kind: string) =>
    people.filter(({ slug }) => reached().some((one) => one.slug === slug && one.kind === kind));
  await until(run, () => got(quiet, 'invitation').length >= 4 && got(late, 'invitation').length >= 2);
  await pause(random.whole(0, 10_000));
  const invited = got(quiet, 'invitation');
  const before = invited.filter((_, index) => index % 2 === 0);
  const after = invited.filter((_, index) => index % 2 === 1);
  const refusals = await sayNo(run, before);

  // As the page says: no role runs while a backup is put back.
  const roles = [
    ...(isOlder('v2') ? [system.v2] : []),
    ...(isOlder('engine') ? [system.api] : []),
    ...(isOlder('engine') || random.next() < 0.5 ? system.workers : []),
  ];
  await Promise.all(roles.map((role) => role.kill('SIGTERM')));
  for (const part of parts) await putBack(system, part);
  fault(`${parts.join(' and ')} of an earlier time`);
  await Promise.all(roles.map((role) => role.start()));
  say('put back');

  // What a V2 service has forgotten, its people have forgotten as well.
  if (!isOlder('v2')) {
    const isReadBack = async () =>
      (
        await rowsOf(
          system.engine_db,
          'select id from accounts where behind_since is not null or gap_since is not null',
        )
      ).length === 0;
    if (isOlder('engine')) await pause(5_000);
    await until(run, isReadBack);
    refusals.push(...(await sayNo(run, after)));
  }
  const isBroughtAgain = isOlder('engine') && !isOlder('v2');
  if (isBroughtAgain) {
    const again = got(late, 'invitation');
    await bring(run, late);
    const asked = async () => (await rowsOf(system.engine_db, `select id from tasks where status = 'open'`)).length;
    await until(run, async () => (await asked()) >= again.length);
    await answerQuestions(run, journal);
    // Nobody knows them by their ids, and the service cannot say who they are, for longer than until their next step.
    fail('get');
    refusals.push(...(await sayNo(run, again.slice(0, 2))));
    await pause(ANONYMOUS);
    fail(null);
  }
  do await run.untilAllEnd();
  while ((await answerQuestions(run, journal)) > 0);
  return [
    finding('set_back', 'people were reached after the copy was made', { invited: invited.length }, [
      ...(invited.length === 0 ? ['the copy was as late as the rest'] : []),
    ]),
    nobodyTwice(reached()),
    nobodyAfterNo(reached(), refusals),
    // What both have forgotten, nobody can count.
    ...(isOlder('engine') && isOlder('v2') ? [] : [await nobodyAboveLimit(reached(), load, system)]),
    // A log without keys does not say whom a call has reached.
    ...(isBroughtAgain && hasKeys ? [await unknownAtOnce(run, after)] : []),
    await nobodyLost(run, ids),
  ];
}

const playing = (choices: Choices) => async (run: Run) => {
  const journal = journals.get(run.system);
  if (journal === undefined) throw new Error('nobody keeps the journal');
  try {
    return await playBeside(run, journal, choices);
  } finally {
    await journal.stop();
  }
};

const JUDGED_BY_JOURNAL = {
  load: { leads: 30, per_day: 10, ledger_set_back: true, temporal_set_back: true },
  system: { own_v2_postgres: true },
  judges_itself: true,
  prepare: async (system: System) => void journals.set(system, await keepJournal(system)),
} as const;

export const copiesPutBackWithoutKeys: Scenario = {
  ...JUDGED_BY_JOURNAL,
  name: 'copies-put-back-keyless',
  about: "copies of the engine's Postgres, and of Temporal's, are put back beside a V2 service whose log has no keys",
  system: { ...JUDGED_BY_JOURNAL.system, env: { V2_IDEMPOTENCY: '0' } },
  play: playing(OLDER_ENGINE),
  mistakes: [
    {
      name: 'calls-of-anybody-not-asked-about',
      what: 'nobody is asked about a call that a log without keys has beside those of the ledger',
      find: 'where u.of_anybody and u.met_by is null',
      put: 'where false and u.of_anybody and u.met_by is null',
      seed: 9,
    },
  ],
};

export const copiesPutBack: Scenario = {
  ...JUDGED_BY_JOURNAL,
  name: 'copies-put-back',
  about: "copies of the engine's Postgres, the V2 service's, Temporal's or two of them are put back at random moments",
  play: playing(CHOICES),
  mistakes: [
    {
      name: 'identities-not-read-back',
      what: 'the ids under which people write are not read back with the calls that reached them',
      find: "where e.id = any($1) and not exists (select from identities p where p.lead_id = e.lead_id and p.kind = 'profile_id')",
      put: 'where false and e.id = any($1)',
      seed: 7,
    },
    {
      name: 'unmatched-reply-holds-nobody',
      what: 'a reply that nobody fits keeps nobody back',
      find: '} as unmatched',
      put: '} as matched_by_nobody, null::jsonb as unmatched',
      seed: 7,
    },
    {
      name: 'calls-not-read-back',
      what: 'nobody looks whether the log has calls that the ledger lacks',
      find: 'not exists (select from intents i where i.key = given.key',
      put: 'false and not exists (select from intents i where i.key = given.key',
      seed: 7,
    },
    {
      name: 'unowned-calls-not-met',
      what: 'nobody is asked about a call of an enrollment that the copy does not have',
      find: '} as unowned',
      put: '} as met_by_nobody, null::jsonb as unowned',
      seed: 7,
    },
  ],
};
