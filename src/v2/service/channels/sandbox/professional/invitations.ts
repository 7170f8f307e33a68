import { randomBytes } from 'node:crypto';
import { DAY, WEEK } from '../../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../../../shared/postgres/shared-transaction.ts';
import { REINVITE_AFTER_DAYS } from '../../../../contract/limits.ts';
import type { Call, Outcome } from '../../call.ts';
import type { InvitationState } from '../../network-channel.ts';
import { done, invalid, notFound, refused } from '../../refusals.ts';
import { profileUrl } from '../addresses.ts';
import { cancelReactions, planReactions } from '../effects/plan-reactions.ts';
import { recordReceived } from '../effects/record-received.ts';
import { findPerson, isOwnProfile } from '../people/find-person.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';

/** The network's own weekly limit; the engine's caps are far below it. */
const WEEKLY_INVITATIONS = 200;
const AFTER_WITHDRAWAL = REINVITE_AFTER_DAYS * DAY;

/** The caller holds the account's row, so two calls cannot both be the last invitation of the week. */
export async function invite(
  deps: SandboxDeps,
  call: Call,
  profile: string,
  note: string | null,
): Promise<Outcome<{ invitation_id: number; profile_url: string }>> {
  const { tx, account, now } = call;
  if (isOwnProfile(call, profile)) return invalid('an account cannot invite itself');
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  const person = found.value;
  if (person.connected_at) return refused('ALREADY_CONNECTED', `${fullName(person)} is a connection already`);

  const between = { account_id: account.account_id, person_id: person.person_id };
  const past = await readPast(tx, { ...between, now });
  if (past?.pending) return refused('INVITATION_PENDING', `an invitation with ${fullName(person)} is pending already`);
  if (past?.withdrawn) {
    return refused(
      'RECENTLY_WITHDRAWN',
      `an invitation to ${fullName(person)} was withdrawn less than ${REINVITE_AFTER_DAYS} days ago`,
    );
  }
  if ((past?.this_week ?? 0) >= WEEKLY_INVITATIONS) {
    return refused('INVITATION_LIMIT', `the account has sent ${WEEKLY_INVITATIONS} invitations within a week`);
  }

  const shared_secret = randomBytes(8).toString('hex');
  const invitationId = await insertSent(tx, { ...between, note, shared_secret, sent_at: new Date(now) });
  // The person's own invitation came in between.
  if (invitationId === undefined)
    return refused('INVITATION_PENDING', `${fullName(person)} has just sent an invitation`);
  await recordReceived(tx, {
    user_id: account.user_id,
    account_id: account.account_id,
    person_id: person.person_id,
    kind: 'invitation',
    at: now,
    text: note,
  });
  await planReactions(deps, tx, person, {
    kind: 'invitation',
    id: String(invitationId),
    account_id: account.account_id,
    at: now,
  });
  return done({ invitation_id: invitationId, profile_url: profileUrl(person.public_identifier) });
}

interface Between {
  readonly account_id: string;
  readonly person_id: number;
}

interface Past {
  readonly pending: boolean;
  readonly withdrawn: boolean;
  readonly this_week: number;
}

/** Reads the facts that stand in the way of an invitation, and how many the account has sent within a week. */
const readPast = setwise(
  async (tx: Queryable, asked: readonly (Between & { readonly now: number })[]): Promise<(Past | undefined)[]> => {
    const { rows } = await tx.query<Past & { place: number }>(
      `select place::int,
              exists (select from sandbox_invitations i
                       where i.account_id = asked.account_id and i.person_id = asked.person_id and i.state = 'pending') as pending,
              exists (select from sandbox_invitations i
                       where i.account_id = asked.account_id and i.person_id = asked.person_id and i.state = 'withdrawn'
                         and i.ended_at > asked.after_withdrawal) as withdrawn,
              (select count(*)::int from sandbox_invitations i
                where i.account_id = asked.account_id and i.sent_at > asked.week and i.direction = 'sent') as this_week
         from unnest($1::text[], $2::int[], $3::timestamptz[], $4::timestamptz[]) with ordinality
              as asked (account_id, person_id, after_withdrawal, week, place)`,
      [
        asked.map(({ account_id }) => account_id),
        asked.map(({ person_id }) => person_id),
        asked.map(({ now }) => new Date(now - AFTER_WITHDRAWAL)),
        asked.map(({ now }) => new Date(now - WEEK)),
      ],
    );
    const found = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => found.get(index + 1));
  },
);

interface Sent extends Between {
  readonly note: string | null;
  readonly shared_secret: string;
  readonly sent_at: Date;
}

/** Inserts invitations and returns their ids; undefined where one is pending already. */
const insertSent = setwise(
  async (tx: Queryable, sent: readonly Sent[]): Promise<(number | undefined)[]> => {
    const { rows } = await tx.query<Between & { invitation_id: number }>(
      `insert into sandbox_invitations (account_id, person_id, direction, note, shared_secret, sent_at)
       select account_id, person_id, 'sent', note, shared_secret, sent_at from ${rowsOf('account_id text, person_id int, note text, shared_secret text, sent_at timestamptz')} as sent
       on conflict (account_id, person_id) where state = 'pending' do nothing returning invitation_id, account_id, person_id`,
      [jsonRows(sent)],
    );
    const nameOf = ({ account_id, person_id }: Between): string => `${account_id} ${person_id}`;
    const ids = new Map(rows.map((row) => [nameOf(row), row.invitation_id]));
    return sent.map((one) => ids.get(nameOf(one)));
  },
  { writes: true },
);

export async function withdraw(call: Call, invitationId: number): Promise<Outcome<{ withdrawn: true }>> {
  const { tx, account, now } = call;
  const { rowCount: known } = await tx.query(
    `select 1 from sandbox_invitations where invitation_id = $1::bigint and account_id = $2 and direction = 'sent'`,
    [invitationId, account.account_id],
  );
  if (known === 0) return notFound(`invitation ${invitationId} not found`);
  // The agenda first, as the person who acts does it: the other order could lock both for ever.
  await cancelReactions(tx, { kind: 'invitation', id: String(invitationId) });
  const { rowCount } = await tx.query(
    `update sandbox_invitations set state = 'withdrawn', ended_at = $2 where invitation_id = $1 and state = 'pending'`,
    [invitationId, new Date(now)],
  );
  return rowCount === 1 ? done({ withdrawn: true }) : notFound(`invitation ${invitationId} is not pending`);
}

export async function checkInvitation(call: Call, profile: string): Promise<Outcome<InvitationState>> {
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  const person = found.value;
  const invitation = await findNewest(call.tx, { account_id: call.account.account_id, person_id: person.person_id });
  const id = invitation?.invitation_id ?? null;
  if (person.connected_at) return done({ state: 'ACCEPTED', type: 'CONNECTED', invitation_id: id, distance: 1 });
  if (invitation?.state !== 'pending') {
    return done({ state: 'NO_INVITATION', type: null, invitation_id: null, distance: person.degree });
  }
  const type = invitation.direction === 'sent' ? 'SENT' : 'RECEIVED';
  return done({ state: 'PENDING', type, invitation_id: id, distance: person.degree });
}

interface Newest {
  readonly invitation_id: number;
  readonly direction: 'sent' | 'received';
  readonly state: 'pending' | 'accepted';
}

const findNewest = setwise(async (tx: Queryable, asked: readonly Between[]): Promise<(Newest | undefined)[]> => {
  const { rows } = await tx.query<Newest & { place: number }>(
    `select place::int, newest.* from unnest($1::text[], $2::int[]) with ordinality as asked (account_id, person_id, place)
        cross join lateral (
          select invitation_id, direction, state from sandbox_invitations i
           where i.account_id = asked.account_id and i.person_id = asked.person_id and state in ('pending', 'accepted')
           order by invitation_id desc limit 1) newest`,
    [asked.map(({ account_id }) => account_id), asked.map(({ person_id }) => person_id)],
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, index) => found.get(index + 1));
});
