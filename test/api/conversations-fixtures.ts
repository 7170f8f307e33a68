import { advanced } from '../../src/shared/kit/clock.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { follow } from '../conversations/fixtures.ts';
import { ada } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import type { ApiBench } from './fixtures.ts';

/** People who have written to us, and what is asked about their conversations. */
export function conversationsOf(bench: () => ApiBench) {
  let people = 0;
  /** Somebody new who has written so often. */
  async function somebody({
    messages = 1,
    ...more
  }: {
    readonly messages?: number;
    readonly [field: string]: unknown;
  } = {}) {
    people += 1;
    const profile_url = `https://professional.example/in/handled-${people}`;
    const email = `handled-${people}@x.example`;
    const lead = ada({ profile_url, email, ...more });
    const { body } = await bench().call('POST', '/api/enrollments', { sequence: 'hello', lead });
    const writes = () => happens(bench(), message(profile_url));
    for (let written = 0; written < messages; written++) await writes();
    await follow(bench());
    const { items } = (await bench().call('GET', `/api/conversations?lead_id=${body.lead_id}`)).body;
    const id: string = items[0]?.id ?? '';
    return { id, profile_url, email, lead_id: body.lead_id as string, enrollment_id: body.id as string, writes };
  }

  const read = async (id: string) => (await bench().call('GET', `/api/conversations/${id}`)).body;
  const ask = (id: string, what: string, body?: unknown) =>
    bench().call('POST', `/api/conversations/${id}/${what}`, body);
  const inDays = (days: number) => new Date(bench().clock.now() + days * DAY).toISOString();
  const pass = (days: number) => bench().clock.set(advanced(bench().clock.setting(), Date.now(), days * DAY));
  const enrollmentOf = async (id: string) =>
    (await bench().db.query('select status, outcome, stop_outcome from enrollments where id = $1', [id])).rows[0];
  return { somebody, read, ask, inDays, pass, enrollmentOf };
}
