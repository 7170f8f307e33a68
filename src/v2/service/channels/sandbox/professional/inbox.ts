import type { AccountRow } from '../../../accounts/account-row.ts';
import type { Call, CursorPage, Outcome } from '../../call.ts';
import { openList } from '../../cursor.ts';
import type {
  Conversation,
  ConversationMessage,
  ConversationParty,
  ProfessionalMessaging,
} from '../../professional-messaging.ts';
import { done, notFound, refused } from '../../refusals.ts';
import { leadUrl, leadUrn, profileUrl } from '../addresses.ts';
import { pageConversations } from '../conversations/page-conversations.ts';
import {
  type ConversationRow,
  findPartner,
  type PartnerRow,
  readMessages,
} from '../conversations/read-conversations.ts';
import { ownProfile } from '../people/own-profile.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { hasPremiumSeat } from './seat.ts';

const NO_SEAT = 'the account has no premium seat';

const inboxOf = (premium: boolean): 'premium_navigator' | 'classic' => (premium ? 'premium_navigator' : 'classic');

export async function listInbox(
  deps: SandboxDeps,
  { tx, account }: Call,
  query: Parameters<ProfessionalMessaging['listInbox']>[1],
): Promise<Outcome<CursorPage<Conversation>>> {
  const { category, premium, count } = query;
  if (premium && !hasPremiumSeat(account)) return refused('NO_PREMIUM_SEAT', NO_SEAT);
  const scope = `inbox ${account.account_id} ${premium} ${category}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  // Nothing can be starred, and InMails live in the premium inbox only.
  if (category === 'STARRED' || (category === 'INMAIL' && !premium)) return done({ items: [], next_cursor: null });
  const where = { account_id: account.account_id, inbox: inboxOf(premium), category, count };
  return pageConversations(tx, list.value, where, (row) => conversationOf(account, row, premium));
}

export async function getConversation(
  deps: SandboxDeps,
  { tx, account }: Call,
  query: Parameters<ProfessionalMessaging['getConversation']>[1],
): Promise<Outcome<CursorPage<ConversationMessage>>> {
  const { conversation_id, premium, count } = query;
  const { account_id } = account;
  if (premium && !hasPremiumSeat(account)) return refused('NO_PREMIUM_SEAT', NO_SEAT);
  const scope = `conversation ${account_id} ${conversation_id}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  const { after, page } = list.value;
  const person = await findPartner(tx, { account_id, inbox: inboxOf(premium), conversation_id });
  if (!person) return notFound(`conversation ${conversation_id} not found in this inbox`);
  const before = after?.at ?? null;
  const rows = await readMessages(tx, { account_id, conversation_id, before, limit: count + 1 });
  return page(rows, {
    item: (row) => ({
      message_id: row.message_id,
      text: row.text,
      subject: row.subject,
      time: row.at.getTime(),
      sender: row.outgoing ? me(account) : partyOf(person),
      attachments: row.attachments,
    }),
    place: (row) => ({ at: row.position, id: row.message_id }),
  });
}

function conversationOf(account: AccountRow, row: ConversationRow, premium: boolean): Conversation {
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
  };
}

function partyOf(person: PartnerRow): ConversationParty {
  return {
    name: fullName(person),
    headline: person.headline,
    profile_url: profileUrl(person.public_identifier),
    profile_picture: person.profile_picture,
    first_name: person.first_name,
    last_name: person.last_name,
    degree: person.connected ? 1 : person.degree,
    recipient_urn: leadUrn(person.lead_id),
    sales_nav_url: leadUrl(person.lead_id),
    is_me: false,
  };
}

function me(account: AccountRow): ConversationParty {
  const { headline, profile_url, profile_picture, first_name, last_name, lead_id } = ownProfile(account);
  return {
    name: account.name,
    headline,
    profile_url,
    profile_picture,
    first_name,
    last_name,
    degree: null,
    recipient_urn: leadUrn(lead_id),
    sales_nav_url: leadUrl(lead_id),
    is_me: true,
  };
}
