import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
let other: TestOwner;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
  other = await service.owner();
  for (const { user_id, email } of [owner, other]) await hold(user_id, email);
});
afterAll(() => service.close());

/** Inserts the rows that calls and mails to a person leave behind. */
async function hold(user_id: string, account: string): Promise<void> {
  const { db } = service.context;
  const row = [user_id, account];
  await db.query(
    `insert into logs (log_id, user_id, action, account_id, credits_consumed, status, error_message, target, created_at)
     values ($1 || '-1', $1, 'visit', $2, 1, 'error', 'no such person: grace-hopper', 'https://professional.example/in/grace-hopper', now()),
            ($1 || '-2', $1, 'visit', $2, 1, 'success', null, 'https://professional.example/in/grace-hopper-lee', now())`,
    row,
  );
  await db.query(
    `insert into idempotent_requests (user_id, key, fingerprint, http_status, response)
     values ($1, 'done', '', 200, '{"data":{"email":"grace@navy.example"}}'), ($1, 'other', '', 200, '{"data":{"email":"ada@navy.example"}}')`,
    [user_id],
  );
  await db.query(
    `insert into events (event_id, account_id, type, envelope, emitted_at)
     values ('evt1' || $1, $1, 'message', '{"event":{"sender":{"name":"Grace Hopper"}}}', now()), ('evt2' || $1, $1, 'message', '{"event":{}}', now())`,
    [account],
  );
  await db.query(
    `insert into attachments (asset_urn, account_id, conversation_id, message_id, type, name, mime_type, byte_size, voice_message, url, bytes, created_at)
     values ('urn:1' || $1, $1, 'conv-1', 'm', 'file', 'cv.pdf', 'application/pdf', 1, false, 'x', 'a', now()),
            ('urn:2' || $1, $1, 'conv-2', 'm', 'file', 'cv.pdf', 'application/pdf', 1, false, 'x', 'a', now())`,
    [account],
  );
  await db.query(
    `insert into mail_sends (send_id, account_id, state, message_id, subject, recipients, text, call, process_id, at)
     values ('m1' || $1, $1, 'accepted', '<1>', 'Hello Grace', '{grace@navy.example}', 'Hi', '{}', 'p', now()),
            ('m2' || $1, $1, 'begun', '<2>', 'Hello Grace', '{grace@navy.example}', 'Hi', '{}', 'p', now())`,
    [account],
  );
}

const NAMES = ['grace@navy.example', 'grace-hopper', 'Grace Hopper'];
const textsOf = async ({ user_id, email }: TestOwner): Promise<string> => {
  const { rows } = await service.context.db.query<{ text: string }>(
    `select concat((select jsonb_agg(l) from logs l where user_id = $1), (select json_agg(i) from idempotent_requests i where user_id = $1),
            (select jsonb_agg(e) from events e where account_id = $2), (select jsonb_agg(m) from mail_sends m where account_id = $2 and state = 'accepted')) as text`,
    [user_id, email],
  );
  return rows[0]?.text ?? '';
};

it('erases what the service holds of a person for this owner, and says what it cannot [POST /v2/erasures] [POST /v2/erasures.names] [POST /v2/erasures.conversation_ids]', async () => {
  const { status, body } = await service.post('/v2/erasures', owner.key, {
    names: NAMES,
    conversation_ids: ['conv-1'],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.erased).toEqual([
    { what: 'stored answers', count: 1 },
    { what: 'logs', count: 1 },
    { what: 'events', count: 1 },
    { what: 'sent mails', count: 1 },
    { what: 'files of messages', count: 1 },
  ]);
  expect(body.data.kept).toHaveLength(2);
  const left = await textsOf(owner);
  expect(left).not.toMatch(/grace@navy|Grace Hopper|in\/grace-hopper"/);
  // Somebody whose name only begins alike.
  expect(left).toContain('grace-hopper-lee');
  expect(left).toContain('ada@navy.example');
});

it('finds nothing the second time, and leaves another owner and a mail on its way alone', async () => {
  const { body } = await service.post('/v2/erasures', owner.key, { names: NAMES });
  expect(body.data.erased).toEqual([]);
  expect(await textsOf(other)).toMatch(/Grace Hopper/);
  const { rows } = await service.context.db.query(`select text from mail_sends where state = 'begun'`);
  expect(rows).toEqual([{ text: 'Hi' }, { text: 'Hi' }]);
});

it('finds a name composed, decomposed, and as an address and a query have it', async () => {
  const { db } = service.context;
  const forms = [
    'Zoë Müller'.normalize('NFD'),
    'in/zo%C3%AB-m%C3%BCller/',
    'q=zo%c3%ab%20m%c3%bcller',
    'zoe%2Bx%40mueller.example',
  ];
  for (const [index, form] of forms.entries()) {
    await db.query(
      `insert into events (event_id, account_id, type, envelope, emitted_at) values ($1, $2, 'message', $3, now())`,
      [...[`form${index}`, owner.email], JSON.stringify({ event: { text: form } })],
    );
  }
  const names = ['Zoë Müller', 'zoë-müller', 'zoe+x@mueller.example'];
  const { body } = await service.post('/v2/erasures', owner.key, { names });
  expect(body.data.erased).toEqual([{ what: 'events', count: forms.length }]);
});

it.each([[{}], [{ names: [] }], [{ names: ['ab'] }], [{ names: 'grace' }]])('refuses %j', async (asked) => {
  const { status, body } = await service.post('/v2/erasures', owner.key, asked);
  expect([status, body.error.code]).toEqual([400, 'INVALID_PARAMS']);
});
