import { performAnswer } from '../../activities/answers/perform-answer.ts';
import type { StepSettings } from '../../activities/deps.ts';
import type { StepPoint } from '../../activities/step-points.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { type AnswerRequest, type Written, writeAnswer } from '../../src/runtime/answers/write-answer.ts';
import { readThreadWith } from '../../src/runtime/conversations/thread.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { receivedEvents } from '../../src/runtime/events/receive/received-event.ts';
import type { AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { findAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { insertEvents } from '../../src/runtime/store/events/insert-events.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import { type EnrolledLead, MESSAGE } from '../activities/bench.ts';
import { openServiceBench, type ServiceBench } from '../activities/service.ts';

/** A person in a sequence of one of our accounts, who has written to it or not. */
export interface Correspondent extends EnrolledLead {
  readonly slug: string;
  readonly email: string;
  readonly account_id: string;
  readonly plan: Plan;
}

interface Received {
  readonly kind: string;
  readonly text: string | null;
  readonly subject?: string;
  /** The headers of a mail. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AnswerBench extends ServiceBench {
  correspondent(
    account: { readonly id: string; readonly channel: 'professional' | 'email' | 'messenger' },
    more?: { readonly nodes?: readonly Node[]; readonly plan?: Partial<Plan>; readonly person?: object },
  ): Promise<Correspondent>;
  /** Has them write, and the engine hear of it. */
  writes(who: Correspondent, text: string, channel?: 'classic' | 'inmail' | 'messenger' | 'email'): Promise<void>;
  /** The engine hears of what the service has told this account since. */
  hear(account_id: string, platform: string): Promise<void>;
  lastSeen(who: Correspondent): Promise<string | null>;
  write(who: Correspondent, text: string, more?: Partial<AnswerRequest>): Promise<Written>;
  /** The same, where it is expected to be taken. */
  written(who: Correspondent, text: string, more?: Partial<AnswerRequest>): Promise<AnswerRow>;
  /** Looks at it once, as the worker does when it is due. */
  perform(id: string, more?: Performing): Promise<AnswerRow>;
  received(who: Correspondent): Promise<Received[]>;
}

interface Performing {
  readonly v2?: StepClient;
  readonly settings?: Partial<StepSettings>;
  readonly reached?: (point: StepPoint) => void | Promise<void>;
}

export async function openAnswerBench(): Promise<AnswerBench> {
  const bench = await openServiceBench();
  let people = 0;
  let keys = 0;
  const lastSeen = async ({ lead_id }: Correspondent) => {
    const { messages, open } = await readThreadWith(bench.db, lead_id, null);
    return open.at(-1)?.id ?? messages.at(-1)?.id ?? null;
  };
  const hear = async (account_id: string, platform: string) => {
    const { rows } = await bench.sandbox.service.db.query<{ envelope: string }>(
      'select envelope from events where account_id = $1',
      [account_id],
    );
    const events = rows
      .flatMap(({ envelope }) => receivedEvents(envelope, { account_id, platform }, bench.clock.now()))
      .map(({ row }) => row);
    await insertEvents(bench.db, events);
    await dispatchEvents({ db: bench.db, clock: bench.clock, onError: (error) => Promise.reject(error) });
  };
  const write: AnswerBench['write'] = async (who, text, more = {}) => {
    keys += 1;
    return writeAnswer(bench, {
      conversation: { id: `cnv_${who.lead_id}`, lead_id: who.lead_id, account_id: who.account_id },
      request_key: `key-${keys}`,
      by: { id: 'key_anna', name: 'Anna Keller', within: null },
      text,
      subject: null,
      attachments: [],
      send_after: 0,
      last_seen: await lastSeen(who),
      confirm: [],
      sequences: 'pause',
      ...more,
    });
  };
  return {
    ...bench,
    async correspondent(account, { nodes = [MESSAGE], plan: more = {}, person = {} } = {}) {
      people += 1;
      const number = `+336${String(10_000_000 + people)}`;
      const given = {
        first_name: 'Ada',
        last_name: `Lovelace${people}`,
        degree: 1,
        phone_number: number,
        email: `ada${people}@example.org`,
        ...person,
      };
      const made = await bench.sandbox.person(given);
      const plan = await bench.sequence(nodes, more);
      const lead = { profile_url: made.url, first_name: 'Ada', email: made.email, phone_number: number };
      const enrolled = await bench.enroll(plan, lead, { [account.channel]: account.id });
      // As a visit has told: the network's events name people by their ids.
      const name = profileIdentity(made.id_url);
      if (name !== null) await learnIdentities(bench.db, enrolled.lead_id, [name]);
      return { ...enrolled, slug: made.slug, email: made.email, account_id: account.id, plan };
    },
    hear,
    async writes(who, text, channel) {
      await bench.sandbox.watch(who.account_id);
      const act = { account_id: who.account_id, do: 'reply', text, ...(channel ? { channel } : {}) };
      await bench.sandbox.control('POST', `/people/${who.slug}/act`, act);
      const { rows } = await bench.db.query<{ platform: string }>('select platform from accounts where id = $1', [
        who.account_id,
      ]);
      await hear(who.account_id, rows[0]?.platform ?? 'professional');
    },
    lastSeen,
    write,
    async written(who, text, more) {
      const written = await write(who, text, more);
      if (written.kind !== 'written') throw new Error(`the answer was not taken: ${JSON.stringify(written)}`);
      return written.answer;
    },
    async perform(id, { v2 = bench.v2, settings, reached } = {}) {
      await performAnswer(bench.deps(v2, settings, reached), id);
      const answer = await findAnswer(bench.db, id);
      if (answer === null) throw new Error(`there is no answer ${id}`);
      return answer;
    },
    received: ({ slug }) => bench.sandbox.received(slug),
  };
}
