import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { invitationUrn, profileUrl } from '../addresses.ts';
import { observe } from '../effects/observe.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type ActOutcome, DONE, type Encounter, idle } from './encounter.ts';

/** The person invites the account. */
export async function inviteAccount(
  deps: SandboxDeps,
  tx: Queryable,
  { account, person, at }: Encounter,
  act: { readonly text?: string },
): Promise<ActOutcome> {
  if (account.platform !== 'professional') return idle(`a ${account.platform} account receives no invitations`);
  const connected = await tx.query('select 1 from sandbox_connections where account_id = $1 and person_id = $2', [
    account.account_id,
    person.person_id,
  ]);
  if (person.degree === 1 || connected.rowCount === 1) return idle(`${fullName(person)} is a connection already`);
  const sharedSecret = randomBytes(8).toString('hex');
  const { rows } = await tx.query<{ invitation_id: number }>(
    `insert into sandbox_invitations (account_id, person_id, direction, note, shared_secret, sent_at)
     values ($1, $2, 'received', $3, $4, $5)
     on conflict (account_id, person_id) where state = 'pending' do nothing returning invitation_id`,
    [account.account_id, person.person_id, act.text ?? null, sharedSecret, new Date(at)],
  );
  const invitationId = rows[0]?.invitation_id;
  if (invitationId === undefined) return idle(`an invitation with ${fullName(person)} is pending already`);
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'invitation_received',
    direction: 'incoming',
    at,
    fields: {
      invitations: [
        {
          entity_urn: invitationUrn(invitationId),
          shared_secret: sharedSecret,
          sender: {
            first_name: person.first_name,
            last_name: person.last_name,
            headline: person.headline,
            linkedin_url: profileUrl(person.public_identifier),
            profile_picture_url: person.profile_picture,
          },
          invitation_type: 'CONNECTION',
          sent_time: 'just now',
          sent_time_days: 0,
        },
      ],
    },
  });
  return DONE;
}
