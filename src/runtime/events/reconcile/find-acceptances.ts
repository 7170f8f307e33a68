import { identityKey, profileIdentity } from '../../../shared/identity/identity.ts';
import { answered } from '../../../v2/client/answered.ts';
import { findAccount } from '../../store/accounts/find-account.ts';
import { findWaiting, type WaitingPerson } from '../../store/events/find-waiting.ts';
import { insertEvents } from '../../store/events/insert-events.ts';
import { foundEvent } from './found-event.ts';
import type { ReconcileDeps, Search } from './search.ts';

const MOST_WAITING = 500;
const PAGE = 100;
const MOST_PAGES = 10;
/** `check_connection` asks for one person: those who wait longest. */
const MOST_CHECKS = 50;

/** Finds who accepted an invitation of this account without an event: by the stored list of connections, then one by one; at no cost. */
export async function findAcceptances(deps: ReconcileDeps, accountId: string): Promise<Search> {
  const account = await findAccount(deps.db, accountId);
  const waiting = account?.platform === 'professional' ? await findWaiting(deps.db, accountId, MOST_WAITING) : [];
  if (waiting.length === 0) return { found: 0, credits: 0, note: 'nobody waits for an acceptance' };
  const listed = await readConnections(deps, accountId);
  const accepted: WaitingPerson[] = [];
  let checks = 0;
  for (const person of waiting) {
    if (person.identities.some((name) => listed.has(identityKey(name)))) accepted.push(person);
    else if (checks < MOST_CHECKS) {
      checks += 1;
      if (await isConnected(deps, accountId, person)) accepted.push(person);
    }
  }
  const now = deps.clock.now();
  const events = accepted.map((person) =>
    foundEvent({
      account_id: accountId,
      platform: 'professional',
      type: 'accepted_invitation',
      key: `${person.lead_id}/${person.invited_at.getTime()}`,
      occurred_at: now,
      now,
      fields: { connections: [fieldsOf(person)] },
    }),
  );
  const found = await insertEvents(deps.db, events);
  return { found, credits: 0, note: `${found} of ${waiting.length} who were invited have accepted` };
}

async function readConnections({ v2 }: ReconcileDeps, accountId: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = { use_cache: true, count: PAGE, offset: page * PAGE };
    const outcome = await v2.call('network', 'list_connections', { account_id: accountId, params });
    // No stored copy, or a service without one: people are asked for one by one.
    if (outcome.kind === 'refused') break;
    const { connections } = answered('connections', outcome);
    for (const { profile_url } of connections) {
      const name = profileIdentity(profile_url);
      if (name !== null) names.add(identityKey(name));
    }
    if (connections.length < PAGE) break;
  }
  return names;
}

async function isConnected({ v2 }: ReconcileDeps, accountId: string, person: WaitingPerson): Promise<boolean> {
  const profile_url = person.profile_url ?? person.identities[0]?.value;
  if (profile_url === undefined) return false;
  const outcome = await v2.call('network', 'check_connection', { account_id: accountId, params: { profile_url } });
  return outcome.kind !== 'refused' && answered('a connection', outcome).connected;
}

/** The person with every name that we know, as the service would name them. */
function fieldsOf({ identities }: WaitingPerson): Record<string, string> {
  const field = { slug: 'public_identifier', profile_id: 'profile_id', urn: 'member_urn' } as const;
  return Object.fromEntries(
    identities.flatMap(({ kind, value }) =>
      kind === 'slug' || kind === 'profile_id' || kind === 'urn' ? [[field[kind], value]] : [],
    ),
  );
}
