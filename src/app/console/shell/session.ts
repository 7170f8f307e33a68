import { noteConnection } from '../data/connection.ts';

/** How a browser may sign in here. */
export interface WaysIn {
  readonly has_users: boolean;
  /** The name of the provider; null: there is none. */
  readonly oidc: string | null;
}

/** Signing in and out are no part of the API: they make and end the session by which it is asked. */
export async function readWaysIn(): Promise<WaysIn> {
  const answer = await fetch('/session');
  const ways: Partial<WaysIn> = await answer.json();
  return { has_users: ways.has_users === true, oidc: ways.oidc ?? null };
}

/** Null when it worked; else what to say. */
export async function signIn(path: '/session' | '/session/invitation', body: object): Promise<string | null> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
  if (answer === null) return 'The server does not answer. Try again when it is back.';
  if (answer.ok) {
    noteConnection({ isSignedOut: false });
    return null;
  }
  const problem: { readonly detail?: unknown } | null = await answer.json().catch(() => null);
  return typeof problem?.detail === 'string' ? problem.detail : 'Signing in did not work.';
}

export async function signOut(): Promise<void> {
  await fetch('/session', { method: 'DELETE' }).catch(() => undefined);
  // Nothing of what was shown stays in the tab.
  location.assign('/console/');
}

export const invitationOf = (hash: string): string | undefined => /^#invitation=([\w-]+)$/.exec(hash)?.[1];

const FAILED: Readonly<Record<string, string>> = {
  link_used: 'This link has been used; it signs in once. Open a new one (overture dev prints one), or sign in below.',
  link_too_old:
    'This link is older than a quarter of an hour. Open a new one (overture dev prints one), or sign in below.',
  link_unknown:
    'This link is not of this installation, or a part of it is missing. Copy the whole address, or sign in below.',
  unknown_user: 'Nobody of this team has your address. Ask an owner for an invitation.',
  too_late: 'That took too long. Try again.',
  clock:
    'The clock of this server and that of the provider are hours apart, so what the provider says of you looks too old or too new. Tell whoever runs Overture, or sign in another way.',
  provider: 'The provider could not sign you in. Try again, or sign in another way.',
};

/** Why a link or the provider has not signed somebody in; null: neither was tried. */
export function failureOf(hash: string): string | null {
  const why = /^#sign-in-failed=(\w+)$/.exec(hash)?.[1];
  return why === undefined ? null : (FAILED[why] ?? FAILED.provider ?? null);
}
