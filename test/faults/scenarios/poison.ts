import { randomBytes } from 'node:crypto';
import { createSecretBox } from '../../../src/shared/secrets/secret-box.ts';
import { serviceHeaders } from '../../../src/shared/webhook-delivery/sign.ts';
import { finding, rowsOf } from '../invariants/finding.ts';
import type { Scenario } from '../scenario.ts';

/** One in a thousand in use, a few among some here: what cannot be digested harms nobody but itself. */
export const poison: Scenario = {
  name: 'poison',
  about: 'templates, events and leads that cannot be digested, among those that can',
  load: { leads: 40 },
  async play({ system, load, fault, pause }) {
    const exceptions: string[] = [];
    const sequence = `sequence: poison
steps:
  - visit
  - message: "Hello {{ first_name | slice: 0, 1000000000 }} {% for i in (1..100000000) %}{{ i }}{% endfor %}"
  - end: done
`;
    const applied = await system.callApi<{ diagnostics?: unknown }>('POST', '/api/sequences', sequence);
    const strange = [
      '\u202eevil',
      'x'.repeat(900),
      '{{ first_name }}',
      '=cmd|calc',
      '🧨'.repeat(50),
      "Robert'); drop table leads;--",
    ];
    for (const [index, first_name] of strange.entries()) {
      const { profile_url } = await system.callV2<{ profile_url: string }>('POST', '/sandbox/people', {
        first_name: 'Strange',
        public_identifier: `strange-${load.seed}-${index}`,
        // Not connected: who is gets no invitation, and they are to walk as the others do.
        degree: 2,
      });
      const answer = await system.callApi<unknown>('POST', '/api/enrollments', {
        sequence: applied.status <= 201 && index % 2 === 0 ? 'poison' : 'faults',
        senders: { professional: load.accounts[0], email: load.accounts.at(-1) },
        lead: { profile_url, first_name },
      });
      fault('poison lead');
      if (answer.status >= 500) exceptions.push(`the lead ${first_name.slice(0, 20)} was answered ${answer.status}`);
    }
    for (let index = 0; index < 5; index++) {
      // An address of nobody: the network is asked all the same, and the call counts against its limit.
      const answer = await system.callApi<unknown>('POST', '/api/enrollments', {
        sequence: 'faults',
        senders: { professional: load.accounts[0], email: load.accounts.at(-1) },
        lead: { profile_url: `https://www.example.com/in/nobody-${load.seed}-${index}`, first_name: 'Nobody' },
      });
      fault('wrong address');
      if (answer.status !== 201) exceptions.push(`a wrong address was answered ${answer.status}`);
    }
    await pause(5000);
    const box = createSecretBox(Buffer.from(system.secret_key, 'hex'));
    const [subscription] = await rowsOf<{ id: string; secret: string; account_id: string }>(
      system.engine_db,
      'select id, secret, account_id from subscriptions',
    );
    if (!subscription) return [finding('poison', 'there is a webhook', {}, ['there is none'])];
    const bodies = [
      '{}',
      '[]',
      'null',
      '"text"',
      '{"event_id":5}',
      '{'.repeat(5000),
      '{"event_id":"evt_x","data":{"a":"\\u0000"}}',
    ];
    bodies.push(
      ...['message', 'connection', 'nonsense'].map((type) =>
        JSON.stringify({
          event_id: `evt_${randomBytes(8).toString('hex')}`,
          account_id: subscription.account_id,
          type,
          data: { from: 7, deep: deep(200) },
        }),
      ),
    );
    for (const body of bodies) {
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = serviceHeaders(box.open(subscription.secret))({
        event_id: 'x',
        attempt: 1,
        replay: false,
        timestamp,
        body,
      });
      const answer = await fetch(`${system.api_url}/hooks/v2/${subscription.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      await answer.arrayBuffer();
      fault('poison event');
      if (answer.status >= 500) exceptions.push(`${body.slice(0, 60)} was answered ${answer.status}`);
    }
    return [
      finding('poison', 'what cannot be digested is refused or set aside', { bodies: bodies.length }, exceptions),
    ];
  },
};

function deep(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level++) value = { inner: value };
  return value;
}
