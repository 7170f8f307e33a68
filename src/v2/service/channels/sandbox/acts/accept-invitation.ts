import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { profileIdUrl } from '../addresses.ts';
import { observe } from '../effects/observe.ts';
import { fullName } from '../people/person-row.ts';
import { knownConnection } from '../professional/connections.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type ActOutcome, DONE, type Encounter, idle } from './encounter.ts';

export async function acceptInvitation(
  deps: SandboxDeps,
  tx: Queryable,
  { account, person, at }: Encounter,
  act: { readonly invitation_id?: number },
): Promise<ActOutcome> {
  const { rowCount } = await tx.query(
    `update sandbox_invitations set state = 'accepted', ended_at = $4
      where account_id = $1 and person_id = $2 and direction = 'sent' and state = 'pending'
        and ($3::int is null or invitation_id = $3)`,
    [account.account_id, person.person_id, act.invitation_id ?? null, new Date(at)],
  );
  if (rowCount === 0) return idle(`${fullName(person)} has no pending invitation of this account`);
  await tx.query(
    `insert into sandbox_connections (account_id, person_id, connected_at) values ($1, $2, $3)
     on conflict do nothing`,
    [account.account_id, person.person_id, new Date(at)],
  );
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'accepted_invitation',
    direction: 'incoming',
    at,
    connections: [knownConnection(person, at)],
    fields: {
      connections: [
        {
          name: fullName(person),
          headline: person.headline,
          profile_url: profileIdUrl(person.member_id),
          public_identifier: person.public_identifier,
          profile_picture: person.profile_picture,
        },
      ],
    },
  });
  return DONE;
}
