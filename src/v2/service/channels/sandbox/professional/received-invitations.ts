import type { KnownConnection } from '../../../accounts/known-connection.ts';
import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import { readList } from '../../list-snapshot.ts';
import type { NetworkChannel, ReceivedInvitation } from '../../network-channel.ts';
import { done, invalid, notFound } from '../../refusals.ts';
import { invitationId, invitationUrn, profileUrl } from '../addresses.ts';
import type { PersonRow } from '../people/person-row.ts';
import { knownConnection } from './connections.ts';

/** The only kind of invitation that people of this world send. */
const CONNECTION_INVITATION = 'CONNECTION';

type InvitationRow = PersonRow & {
  readonly invitation_id: number;
  readonly shared_secret: string;
  readonly state: string;
  readonly sent_at: Date;
};

/** Pending ones, newest first. */
export async function listInvitations(
  call: Call,
  type: string | null,
  range: OffsetRange,
): Promise<Outcome<Page<ReceivedInvitation>>> {
  const { tx, account } = call;
  const list = {
    name: 'invitations',
    filters: { type },
    ids: {
      text: `select invitation_id as id from sandbox_invitations
              where account_id = $1 and direction = 'received' and state = 'pending' and coalesce($2, $3) = $3
              order by sent_at desc, invitation_id desc`,
      values: [account.account_id, type, CONNECTION_INVITATION],
    },
    async load(ids: readonly string[]) {
      const { rows } = await tx.query<InvitationRow>(
        `select i.*, p.* from sandbox_invitations i join sandbox_people p using (person_id)
          where i.invitation_id = any ($1::bigint[]) and i.state = 'pending'`,
        [ids],
      );
      return new Map(rows.map((row) => [String(row.invitation_id), invitationOf(row)]));
    },
  };
  return done(await readList(call, list, range));
}

function invitationOf(row: InvitationRow): ReceivedInvitation {
  return {
    entity_urn: invitationUrn(row.invitation_id),
    shared_secret: row.shared_secret,
    invitation_type: CONNECTION_INVITATION,
    sent_at: row.sent_at.getTime(),
    sender: {
      first_name: row.first_name,
      last_name: row.last_name,
      headline: row.headline,
      profile_url: profileUrl(row.public_identifier),
      profile_picture: row.profile_picture,
    },
  };
}

/** The secret proves that the caller read the invitation; a wrong one changes nothing. */
export const accept: NetworkChannel['accept'] = async (
  call,
  { entity_urn, shared_secret },
): Promise<Outcome<KnownConnection>> => {
  const { tx, account, now } = call;
  const { rows } = await tx.query<InvitationRow>(
    `select i.*, p.* from sandbox_invitations i join sandbox_people p using (person_id)
      where i.account_id = $1 and i.direction = 'received' and i.invitation_id = $2::bigint for update of i`,
    [account.account_id, invitationId(entity_urn)],
  );
  const invitation = rows[0];
  if (!invitation) return notFound(`invitation ${entity_urn} not found`);
  if (invitation.shared_secret !== shared_secret) {
    return invalid(`shared_secret: is not that of ${entity_urn}; pass back what list_invitations gave`);
  }
  if (invitation.state !== 'pending') return notFound(`invitation ${entity_urn} not found: it is no longer pending`);
  await tx.query(`update sandbox_invitations set state = 'accepted', ended_at = $2 where invitation_id = $1`, [
    invitation.invitation_id,
    new Date(now),
  ]);
  await tx.query(
    'insert into sandbox_connections (account_id, person_id, connected_at) values ($1, $2, $3) on conflict do nothing',
    [account.account_id, invitation.person_id, new Date(now)],
  );
  return done(knownConnection(invitation, now));
};
