import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../src/shared/kit/duration.ts';
import { findOwnMail } from '../../../src/v2/service/channels/mail/sending/find-thread.ts';
import { readMailboxes } from '../../../src/v2/service/channels/mail/sending/mailbox-health.ts';
import { purgeSends } from '../../../src/v2/service/channels/mail/sending/purge-sends.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner({ credits: 10 });
});
afterAll(() => service.close());

const db = () => service.context.db;
const left = async () =>
  (await db().query<{ send_id: string }>('select send_id from mail_sends order by send_id')).rows.map(
    ({ send_id }) => send_id,
  );

async function insertSend(name: string, state: string, age: number, copy?: 'due' | 'never'): Promise<void> {
  const at = new Date(service.context.clock.now() - age * DAY);
  await db().query(
    `insert into mail_sends (send_id, account_id, state, message_id, subject, recipients, text, call, process_id, at)
     values ($1, $2, $3, '<' || $1 || '@agency.test>', 'Hi', '{jo@works.test}', '', '{}', 'none', $4)`,
    [name, owner.email, state, at],
  );
  if (copy !== undefined) {
    await db().query(`insert into mail_copies (send_id, raw, wall_next_try_at) values ($1, '', $2)`, [
      name,
      copy === 'due' ? new Date() : 'infinity',
    ]);
  }
}

describe('the journal of sends', () => {
  it('keeps thirty days, what is still open, and what has a copy to file', async () => {
    await insertSend('fresh', 'accepted', 29);
    for (const state of ['accepted', 'refused', 'unknown']) await insertSend(`old-${state}`, state, 31);
    for (const state of ['begun', 'handed_over']) await insertSend(`open-${state}`, state, 31);
    await insertSend('to-file', 'accepted', 31, 'due');
    await insertSend('never-to-file', 'unknown', 31, 'never');
    await purgeSends(db(), service.context.clock.now());
    expect(await left()).toEqual(['fresh', 'open-begun', 'open-handed_over', 'to-file']);
  });

  it('is missed neither by a thread nor by the choice of its mailbox: the index has both', async () => {
    await db().query(
      `insert into mails (mail_id, account_id, identity, message_id, reference_ids, thread_id, outgoing, from_name, from_email,
         to_name, to_email, recipients, subject, thread_key, is_answer, files, at, world_at, position)
       values ('mail_1', $1, 'i', '<old@agency.test>', '{<first@agency.test>}', 't', true, '', 'sam@agency.test', '', '', '{}',
         'Plan', '', false, '[]', now(), now(), 1)`,
      [owner.email],
    );
    expect(await findOwnMail(db(), owner.email, '<old@agency.test>')).toEqual({
      subject: 'Plan',
      reference_ids: ['<first@agency.test>'],
    });
    const query = { account_ids: [owner.email], thread_ref: '<old@agency.test>' };
    const call = { account: null as never, now: service.context.clock.now() };
    const states = await db().transaction((tx) => readMailboxes({ ...call, tx }, query));
    expect(states.get(owner.email)).toMatchObject({ holds_thread: true });
  });
});
