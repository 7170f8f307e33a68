import type { Answer, ApiBench } from './fixtures.ts';

export const ORIGIN = { origin: 'http://localhost', host: 'localhost' };
export const PASSWORD = 'a long enough password';

export const cookieOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

/** Calls with the session of a browser. */
export const browserOf = (api: ApiBench, cookie: string) => (method: string, url: string, body?: unknown) =>
  api.call(method, url, body, { key: null, headers: { ...ORIGIN, cookie } });

export type BrowserCall = ReturnType<typeof browserOf>;

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
  readonly call: BrowserCall;
}

export const tokenOf = (answer: Answer): string => String(answer.body.invitation.url).split('#invitation=')[1] ?? '';

export const accept = (api: ApiBench, token: string, more: Record<string, unknown> = {}) =>
  api.call('POST', '/session/invitation', { token, password: PASSWORD, ...more }, { key: null, headers: ORIGIN });

export const signIn = (api: ApiBench, email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  api.call('POST', '/session', { email, password }, { key: null, headers: { ...ORIGIN, ...headers } });

let number = 0;

/** Somebody who was invited, and has set a password. */
export async function addPerson(
  api: ApiBench,
  role: string,
  account_ids: readonly string[] | null = null,
): Promise<Person> {
  const email = `${role}-${++number}@acme.example`;
  const invited = await api.call('POST', '/api/users', { email, name: `The ${role} ${number}`, role, account_ids });
  if (invited.status !== 201) throw new Error(JSON.stringify(invited.body));
  const cookie = cookieOf(await accept(api, tokenOf(invited)));
  return { id: invited.body.user.id, email, cookie, call: browserOf(api, cookie) };
}

/** Somebody who has a password from when they were an owner. */
export async function addFormerOwner(
  api: ApiBench,
  role: string,
  account_ids: readonly string[] | null = null,
): Promise<Person> {
  const person = await addPerson(api, 'owner');
  const changed = await api.call('PATCH', `/api/users/${person.id}`, { role, account_ids });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  return person;
}
