import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import { readList } from '../../list-snapshot.ts';
import type { SentInvitation } from '../../network-channel.ts';
import { done } from '../../refusals.ts';
import { profileUrl } from '../addresses.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';

/** Pending ones, newest first. */
export async function listSent(call: Call, range: OffsetRange): Promise<Outcome<Page<SentInvitation>>> {
  const list = {
    name: 'sent invitations',
    ids: {
      text: `select invitation_id as id from sandbox_invitations
              where account_id = $1 and direction = 'sent' and state = 'pending'
              order by sent_at desc, invitation_id desc`,
      values: [call.account.account_id],
    },
    async load(ids: readonly string[]) {
      const { rows } = await call.tx.query<PersonRow & { readonly invitation_id: number; readonly sent_at: Date }>(
        `select i.invitation_id, i.sent_at, p.* from sandbox_invitations i join sandbox_people p using (person_id)
          where i.invitation_id = any ($1::bigint[]) and i.state = 'pending'`,
        [ids],
      );
      return new Map(
        rows.map((row) => [
          String(row.invitation_id),
          {
            invitation_id: row.invitation_id,
            profile_url: profileUrl(row.public_identifier),
            name: fullName(row),
            sent_at: row.sent_at.getTime(),
          },
        ]),
      );
    },
  };
  return done(await readList(call, list, range));
}
