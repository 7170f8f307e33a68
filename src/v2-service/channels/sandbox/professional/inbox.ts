import type { AccountRow } from '../../../context.ts';
import type { Call, CursorPage, Outcome } from '../../call.ts';
import type {
  Conversation,
  ConversationMessage,
  ConversationParty,
  ProfessionalChannel,
} from '../../professional-channel.ts';
import { leadUrn, profileUrl } from '../addresses.ts';
import { cutPage, openCursor, sealCursor } from '../cursor.ts';
import { ownProfile } from '../people/own-profile.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import { done, notFound, refused } from '../refusals.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { hasPremiumSeat } from './seat.ts';

type InboxRow = PersonRow & {
  readonly connected: boolean;
  readonly conversation_id: string;
  readonly unread: number;
  readonly last_at: Date;
  readonly total: number;
  readonly last_text: string;
  readonly last_subject: string | null;
  readonly last_outgoing: boolean;
  readonly last_message_at: Date;
};

const NO_SEAT = 'the account has no premium seat';

export async function listInbox(
  deps: SandboxDeps,
  call: Call,
  query: Parameters<ProfessionalChannel['listInbox']>[1],
): Promise<Outcome<CursorPage<Conversation>>> {
  const { account } = call;
  if (query.premium && !hasPremiumSeat(account)) return refused('NO_PREMIUM_SEAT', NO_SEAT);
  const scope = `inbox ${account.account_id} ${query.premium} ${query.category}`;
  const after = openCursor(deps.secrets, scope, query.cursor);
  if (!after.ok) return after;
  // Nothing can be starred, and InMails live in the premium inbox only.
  if (query.category === 'STARRED' || (query.category === 'INMAIL' && !query.premium)) {
    return done({ items: [], next_cursor: null });
  }
  const { rows } = await call.tx.query<InboxRow>(
    `select p.*, c.conversation_id, c.unread, c.last_at,
            (p.degree = 1 or n.person_id is not null) as connected,
            (select count(*)::int from sandbox_messages m where m.conversation_id = c.conversation_id) as total,
            m.text as last_text, m.subject as last_subject, m.outgoing as last_outgoing, m.at as last_message_at
       from sandbox_conversations c
       join sandbox_people p using (person_id)
       left join sandbox_connections n on n.account_id = c.account_id and n.person_id = c.person_id
       cross join lateral (select * from sandbox_messages m where m.conversation_id = c.conversation_id
                            order by position desc limit 1) m
      where c.account_id = $1 and c.inbox = $2
        and ($3 <> 'UNREAD' or c.unread > 0)
        and ($3 <> 'MY_CONNECTIONS' or p.degree = 1 or n.person_id is not null)
        and ($4::timestamptz is null or (c.last_at, c.conversation_id) < ($4, $5))
      order by c.last_at desc, c.conversation_id desc limit $6`,
    [
      account.account_id,
      query.premium ? 'premium_navigator' : 'classic',
      query.category,
      after.value ? new Date(after.value.at) : null,
      after.value?.id ?? null,
      query.count + 1,
    ],
  );
  return done(
    cutPage(rows, query.count, {
      item: (row) => conversationOf(account, row, query.premium),
      seal: (row) => sealCursor(deps.secrets, scope, { at: row.last_at.getTime(), id: row.conversation_id }),
    }),
  );
}

type MessageRow = {
  readonly position: number;
  readonly message_id: string;
  readonly outgoing: boolean;
  readonly subject: string | null;
  readonly text: string;
  readonly at: Date;
};

export async function getConversation(
  deps: SandboxDeps,
  call: Call,
  query: Parameters<ProfessionalChannel['getConversation']>[1],
): Promise<Outcome<CursorPage<ConversationMessage>>> {
  const { account } = call;
  if (query.premium && !hasPremiumSeat(account)) return refused('NO_PREMIUM_SEAT', NO_SEAT);
  const scope = `conversation ${account.account_id} ${query.conversation_id}`;
  const after = openCursor(deps.secrets, scope, query.cursor);
  if (!after.ok) return after;
  const { rows: people } = await call.tx.query<PersonRow & { readonly connected: boolean }>(
    `select p.*, (p.degree = 1 or n.person_id is not null) as connected
       from sandbox_conversations c join sandbox_people p using (person_id)
       left join sandbox_connections n on n.account_id = c.account_id and n.person_id = c.person_id
      where c.conversation_id = $1 and c.account_id = $2 and c.inbox = $3`,
    [query.conversation_id, account.account_id, query.premium ? 'premium_navigator' : 'classic'],
  );
  const person = people[0];
  if (!person) return notFound(`conversation ${query.conversation_id} not found in this inbox`);
  const { rows } = await call.tx.query<MessageRow>(
    `select position, message_id, outgoing, subject, text, at from sandbox_messages
      where conversation_id = $1 and ($2::int is null or position < $2) order by position desc limit $3`,
    [query.conversation_id, after.value?.at ?? null, query.count + 1],
  );
  return done(
    cutPage(rows, query.count, {
      item: (row) => ({
        message_id: row.message_id,
        text: row.text,
        subject: row.subject,
        time: row.at.getTime(),
        sender: row.outgoing ? me(account) : partyOf(person),
      }),
      seal: (row) => sealCursor(deps.secrets, scope, { at: row.position, id: row.message_id }),
    }),
  );
}

function conversationOf(account: AccountRow, row: InboxRow, premium: boolean): Conversation {
  return {
    conversation_id: row.conversation_id,
    type: premium ? 'inmail' : 'normal',
    participant: partyOf(row),
    last_message: {
      text: row.last_text,
      subject: row.last_subject,
      time: row.last_message_at.getTime(),
      sender: row.last_outgoing ? me(account) : partyOf(row),
    },
    unread: row.unread,
    total_message_count: row.total,
    recipient_urn: premium ? leadUrn(row.lead_id) : null,
  };
}

function partyOf(person: PersonRow & { readonly connected: boolean }): ConversationParty {
  return {
    name: fullName(person),
    headline: person.headline,
    profile_url: profileUrl(person.public_identifier),
    profile_picture: person.profile_picture,
    first_name: person.first_name,
    last_name: person.last_name,
    degree: person.connected ? 1 : person.degree,
    is_me: false,
  };
}

function me(account: AccountRow): ConversationParty {
  const { headline, profile_url, profile_picture, first_name, last_name } = ownProfile(account);
  return {
    name: account.name,
    headline,
    profile_url,
    profile_picture,
    first_name,
    last_name,
    degree: null,
    is_me: true,
  };
}
