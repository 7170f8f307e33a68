import { setTimeout as pause } from 'node:timers/promises';
import type { MailServer } from '../../src/app/demo/mail-server/start-mail-server.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { about, type Correspondent, inboxOf } from '../support/mail/mail-world.ts';
import { type Finding, finding, rowsOf } from './invariants/finding.ts';
import type { Load } from './load.ts';
import { addressOf } from './mail-load.ts';
import { createRandom } from './random.ts';
import type { System } from './system/system.ts';

type Act = 'reply' | 'bounce' | 'unsubscribe' | 'complain' | Doubtful;
/** A mail of which nobody can tell what it is, by what it is in truth. */
type Doubtful = 'answer_in_doubt' | 'automatic_in_doubt' | 'wish_in_doubt';

/** How the enrollment of whoever did that ends. */
const OUTCOME: Readonly<Record<Act, string>> = {
  reply: 'replied',
  bounce: 'bounced',
  unsubscribe: 'unsubscribed',
  complain: 'unsubscribed',
  answer_in_doubt: 'replied',
  automatic_in_doubt: 'silent',
  wish_in_doubt: 'unsubscribed',
};

/** The answer of the person who is asked what a mail in doubt means. */
const MEANS: Readonly<Record<Doubtful, string>> = {
  answer_in_doubt: 'answer',
  automatic_in_doubt: 'automatic',
  wish_in_doubt: 'no_more_mail',
};

export interface MailPeople {
  /** Lets those who are at it end; nobody acts after that. */
  stop(): Promise<void>;
  /** Whether everybody who said no was heard, once, and how many mails crossed with it. */
  judge(): Promise<Finding>;
}

/**
 * The people of a mail load: four in seven answer their first or second mail, each in their way. A mailbox that paused itself is resumed, and of mails in
 * doubt somebody says in a while what they are.
 */
export function startMailPeople(system: System, server: MailServer, load: Load): MailPeople {
  const slugs = Object.keys(load.mail?.people ?? {});
  const acted = new Map<string, { readonly act: Act; readonly after: number }>();
  const ways = new Map(slugs.map((slug, index) => [slug, wayOf(load.seed * 7919 + index)]));
  let stopped = false;
  let resumed = 0;
  let decided = 0;

  const act = async (slug: string) => {
    const way = ways.get(slug);
    if (!way || acted.has(slug)) return;
    const mails = await inboxOf(server, addressOf(slug));
    const mail = mails[way.at - 1];
    if (!mail) return;
    acted.set(slug, { act: way.act, after: mails.length });
    await doIt(way.act, about(server, addressOf(slug), mail));
  };
  const resume = async () => {
    type Item = { id: string; held: { kind: string }[] };
    const { body } = await system.callApi<{ items: Item[] }>('GET', '/api/accounts');
    for (const { id, held } of body.items) {
      if (!held.some(({ kind }) => kind === 'guardrail')) continue;
      await system.callApi('POST', `/api/accounts/${id}/resume`, {});
      resumed++;
    }
  };
  const slugOf = new Map(Object.entries(load.mail?.people ?? {}).map(([slug, id]) => [id, slug]));
  const random = createRandom(load.seed);
  const decide = async () => {
    type Item = { id: string; kind: string; enrollment_id: string; created_at: string };
    const { body } = await system.callApi<{ items: Item[] }>('GET', '/api/tasks?status=open&limit=200');
    for (const { id, kind, enrollment_id, created_at } of body.items) {
      const act = acted.get(slugOf.get(enrollment_id) ?? '')?.act;
      if (kind !== 'unclear_reply' || act === undefined || !isDoubtful(act) || random.next() > 0.2) continue;
      const back = new Date(Date.parse(created_at) + DAY).toISOString().slice(0, 10);
      const more = act === 'automatic_in_doubt' ? { returns_on: back } : {};
      const { status } = await system.callApi('POST', `/api/tasks/${id}`, { decision: MEANS[act], ...more });
      if (status === 200) decided += 1;
    }
  };
  const running = (async () => {
    while (!stopped) {
      for (const slug of slugs) await act(slug).catch(() => void acted.delete(slug));
      await resume().catch(() => undefined);
      await decide().catch(() => undefined);
      await pause(300);
    }
  })();

  return {
    async stop() {
      stopped = true;
      await running;
    },
    async judge() {
      const rows = await rowsOf<{ id: string; status: string; outcome: string | null }>(
        system.engine_db,
        'select id, status, outcome from enrollments',
      );
      const ended = new Map(rows.map((row) => [row.id, row]));
      const exceptions: string[] = [];
      let crossed = 0;
      for (const slug of slugs) {
        const row = ended.get(load.mail?.people[slug] ?? '');
        const mails = server.arrived(addressOf(slug)).length;
        const done = acted.get(slug);
        if (done && done.act !== 'automatic_in_doubt') crossed += mails - done.after;
        // A doubt that only a person can settle stands before whatever they said.
        if (row === undefined || row.status === 'needs_person') continue;
        const expected = done ? OUTCOME[done.act] : 'silent';
        if (row.outcome !== expected)
          exceptions.push(`${slug} ended as ${row.outcome}, and it was ${done?.act ?? 'nothing'}`);
        if ((!done || done.act === 'automatic_in_doubt') && mails !== 3)
          exceptions.push(`${slug} came to the end with ${mails} of 3 mails`);
      }
      const said = (what: Act) => [...acted.values()].filter(({ act: one }) => one === what).length;
      return finding(
        'mail',
        'whoever answered, bounced, unsubscribed or complained was heard; the others got each mail',
        {
          ...{ replied: said('reply'), bounced: said('bounce'), unsubscribed: said('unsubscribe') },
          ...{
            complained: said('complain'),
            in_doubt: [...acted.values()].filter(({ act: one }) => isDoubtful(one)).length,
            decided,
          },
          ...{ crossed_before_we_heard: crossed, guardrails_resumed: resumed },
        },
        exceptions,
      );
    },
  };
}

function wayOf(seed: number): { readonly act: Act; readonly at: number } | null {
  const random = createRandom(seed);
  const draw = random.next();
  const at = random.whole(1, 2);
  const found = SHARES.find(([upto]) => draw < upto);
  return found === undefined ? null : { act: found[1], at };
}

/** The act of each share of all people; an entry counts those before it, too. */
const SHARES: readonly (readonly [upto: number, act: Act])[] = [
  [0.16, 'reply'],
  [0.24, 'bounce'],
  [0.32, 'unsubscribe'],
  [0.4, 'complain'],
  [0.46, 'answer_in_doubt'],
  [0.52, 'automatic_in_doubt'],
  [0.58, 'wish_in_doubt'],
];

const isDoubtful = (act: Act): act is Doubtful => act in MEANS;

function doIt(act: Act, person: Correspondent): Promise<void> {
  if (act === 'reply') return person.reply('Yes, gladly.');
  // As ticket systems send what people write, too.
  if (isDoubtful(act)) return person.reply('As discussed.', { 'Auto-Submitted': 'auto-generated' });
  return person[act]();
}
