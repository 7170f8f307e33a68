import { Pool } from 'undici';
import { newId } from '../../src/shared/kit/ids.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { serviceHeaders } from '../../src/shared/webhook-delivery/sign.ts';
import type { AccountRow } from '../../src/v2/service/accounts/account-row.ts';
import { messageEvent } from '../../src/v2/service/channels/sandbox/effects/message-event.ts';
import type { PersonRow } from '../../src/v2/service/channels/sandbox/people/person-row.ts';
import { post } from './post.ts';
import type { Person } from './reaction.ts';
import type { BenchSystem } from './with-system.ts';

export interface Driven extends Pick<BenchSystem, 'engine' | 'service' | 'api' | 'v2'> {
  readonly account_id: string;
  /** Hex, what the engine seals the secrets of its webhooks with. */
  readonly secret_key: string;
}

/** Prepares a way to let people write to the account; what it gives resolves when one message has been written. */
export type EventDrive = (driven: Driven) => Promise<(writer: Person, text: string) => Promise<void>>;

/** Posts the service's own payloads, signed with the secret of the engine's webhook, and makes nothing of them in the service. */
export const postEvents: EventDrive = async ({ engine, service, api, account_id, secret_key }) => {
  const { rows: accounts } = await service.query<AccountRow>('select * from accounts where account_id = $1', [
    account_id,
  ]);
  const { rows: people } = await service.query<PersonRow>('select * from sandbox_people');
  const { rows: webhooks } = await engine.query<{ id: string; secret: string }>(
    'select id, secret from subscriptions where account_id = $1',
    [account_id],
  );
  const [account, webhook] = [accounts[0], webhooks[0]];
  if (!account || !webhook) throw new Error(`the engine has no webhook of ${account_id}`);
  const sign = serviceHeaders(createSecretBox(Buffer.from(secret_key, 'hex')).open(webhook.secret));
  const byName = new Map(people.map((person) => [person.public_identifier, person]));
  const pool = new Pool(api.url, { connections: 16 });

  return async (writer, text) => {
    const person = byName.get(writer.public_identifier);
    if (!person) throw new Error(`nobody is called ${writer.public_identifier}`);
    const at = Date.now();
    const { type, fields } = messageEvent(account, person, {
      inbox: 'classic',
      message_type: 'TEXT',
      message_id: newId('msg', at),
      conversation_id: `conversation_${person.member_id}`,
      text,
      quoted: null,
      attachments: [],
      outgoing: false,
      unread: 1,
      at,
    });
    const event_id = newId('evt', at);
    const timestamp = new Date(at).toISOString();
    const body = JSON.stringify({
      event_id,
      account_id,
      account_name: account.name,
      platform: account.platform,
      event: { type, timestamp, ...fields },
      timestamp,
    });
    const answer = await pool.request({
      method: 'POST',
      path: `/hooks/v2/${webhook.id}`,
      headers: {
        'content-type': 'application/json',
        ...sign({ event_id, attempt: 1, replay: false, timestamp: Math.floor(at / 1000), body }),
      },
      body,
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the engine answered ${answer.statusCode} to an event`);
  };
};

/** People of the sandbox write, and the service tells. */
export const letPeopleAct: EventDrive = async ({ v2, account_id }) => {
  return async (writer, text) => {
    await post(v2, `/sandbox/people/${writer.public_identifier}/act`, { account_id, do: 'reply', text });
  };
};
