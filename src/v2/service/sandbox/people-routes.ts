import { z } from 'zod';
import { personKey } from '../../../shared/identity/mailbox-key.ts';
import { slugKey } from '../../../shared/identity/profile.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { ATTACHMENTS_PER_MESSAGE } from '../../contract/limits.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { findAccount } from '../accounts/find-account.ts';
import { invalidParams } from '../answers/service-error.ts';
import { followUnsubscribeLink } from '../channels/sandbox/acts/follow-unsubscribe-link.ts';
import { performAct } from '../channels/sandbox/acts/perform-act.ts';
import type { PersonAct } from '../channels/sandbox/acts/person-act.ts';
import { leadUrn, memberUrn, profileIdUrl, profileUrl } from '../channels/sandbox/addresses.ts';
import type { PersonRow } from '../channels/sandbox/people/person-row.ts';
import { insertPeople } from '../channels/sandbox/world/insert-people.ts';
import { insertCompanies } from '../channels/sandbox/world/insert-world.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { parseInput } from '../http/parse-input.ts';
import { resolvedFile } from '../media/resolved-file.ts';
import { employerOf, personInput, personSeed } from './person-input.ts';
import { receivedBy } from './received-by.ts';
import { type SandboxRoute, sandboxNotFound } from './sandbox-route.ts';

const attachment = z.object({ name: z.string().min(1), data: z.base64().min(1) });
const actInput = z.object({
  account_id: z.string(),
  do: z.enum(['accept_invitation', 'reply', 'decline_inmail', 'invite_me', 'bounce', 'unsubscribe', 'complain']),
  text: z.string().optional(),
  channel: z.enum(['classic', 'inmail', 'messenger', 'email']).optional(),
  /** Files of a reply; without a text they come alone. */
  attachments: z.array(attachment).max(ATTACHMENTS_PER_MESSAGE).optional(),
});
type ActInput = z.infer<typeof actInput>;

/** People made by hand, what they do on demand, and what truly reached them. */
export function peopleRoutes(context: ServiceContext): SandboxRoute[] {
  const { db } = context;
  return [
    {
      method: 'POST',
      path: '/people',
      async handle({ owner, body, now }) {
        const seed = personSeed(parseInput('body', personInput, body));
        await db.transaction(async (tx) => {
          if (await findPersonBySlug(tx, owner.user_id, seed.public_identifier)) {
            throw invalidParams(`body.public_identifier: ${seed.public_identifier} exists already`);
          }
          await insertPeople(tx, owner.user_id, [seed], now);
          await insertCompanies(tx, owner.user_id, employerOf(seed));
        });
        return {
          profile_url: profileUrl(seed.public_identifier),
          profile_id_url: profileIdUrl(seed.member_id),
          member_urn: memberUrn(seed.member_id),
          recipient_urn: leadUrn(seed.lead_id),
          public_identifier: seed.public_identifier,
          first_name: seed.first_name,
          last_name: seed.last_name,
          email: seed.email,
          phone_number: seed.phone_number,
        };
      },
    },
    {
      method: 'POST',
      path: '/people/:public_identifier/act',
      async handle({ owner, path, body, now }) {
        const given = parseInput('body', actInput, body);
        const person = await needPerson(db, owner.user_id, path.public_identifier ?? '');
        const account = await findAccount(db, owner.user_id, given.account_id);
        if (given.do === 'unsubscribe') {
          const status = await followUnsubscribeLink(context, db, { account, person });
          return { done: true, at: new Date(now).toISOString(), status };
        }
        const act = await personAct(given, account);
        const outcome = await db.transaction((tx) => performAct(context, tx, { account, person, at: now }, act));
        if (outcome.kind === 'idle') throw invalidParams(outcome.reason);
        return { done: true, at: new Date(now).toISOString() };
      },
    },
    {
      method: 'GET',
      path: '/people/:public_identifier',
      async handle({ owner, path }) {
        const person = await needPerson(db, owner.user_id, path.public_identifier ?? '');
        const { public_identifier, first_name, last_name, email, behavior } = person;
        return {
          profile_url: profileUrl(public_identifier),
          ...{ public_identifier, first_name, last_name, email, behavior },
        };
      },
    },
    {
      method: 'GET',
      path: '/people/:public_identifier/received',
      async handle({ owner, path }) {
        const named = path.public_identifier ?? '';
        // Mail also reaches addresses that nobody of the world has.
        if (named.includes('@')) return { items: await receivedBy(db, { user_id: owner.user_id, address: named }) };
        const person = await needPerson(db, owner.user_id, named);
        return { items: await receivedBy(db, { user_id: owner.user_id, person_id: person.person_id }) };
      },
    },
  ];
}

async function personAct(given: ActInput, account: AccountRow): Promise<PersonAct> {
  const text = given.text === undefined ? {} : { text: given.text };
  switch (given.do) {
    case 'accept_invitation':
    case 'decline_inmail':
    case 'bounce':
    case 'complain':
      return { do: given.do };
    case 'invite_me':
      return { do: given.do, ...text };
    case 'reply': {
      const files = await Promise.all((given.attachments ?? []).map(fileOf));
      return { do: given.do, channel: given.channel ?? defaultChannel(account), files, ...text };
    }
    case 'unsubscribe':
      throw new Error('following a link is not an act of the sandbox itself');
    default:
      return unreachable(given.do);
  }
}

const fileOf = ({ name, data }: z.infer<typeof attachment>) =>
  resolvedFile({ name, bytes: Buffer.from(data, 'base64'), declared_type: null });

const defaultChannel = ({ platform }: AccountRow) => (platform === 'professional' ? 'classic' : platform);

async function needPerson(tx: Queryable, userId: string, publicIdentifier: string): Promise<PersonRow> {
  const person = await findPersonBySlug(tx, userId, publicIdentifier);
  if (!person) throw sandboxNotFound(`person ${publicIdentifier} not found`);
  return person;
}

/** Finds a person by slug, or by address: no slug has an `@`. */
async function findPersonBySlug(tx: Queryable, userId: string, named: string): Promise<PersonRow | undefined> {
  const { rows } = await tx.query<PersonRow>(
    `select * from sandbox_people
      where user_id = $1 and ${named.includes('@') ? 'email_key' : 'public_identifier'} = $2
      order by person_id limit 1`,
    [userId, named.includes('@') ? personKey(named) : slugKey(named)],
  );
  return rows[0];
}
