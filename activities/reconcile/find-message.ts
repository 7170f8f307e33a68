import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { phoneIdentity, profileIdentity } from '../../src/shared/identity/identity.ts';
import { oneLine } from '../../src/shared/kit/one-line.ts';
import type { StepDeps } from '../deps.ts';
import type { Correspondents } from '../look/context.ts';
import { listAt, numberAt, objectAt, textAt, valueAt } from '../steps/read-data.ts';
import { slackOf } from '../virtual-time.ts';
import type { Proof } from './proof.ts';
import { readBack } from './read.ts';
import { weighMessage } from './weigh-message.ts';

const PAGE = 25;
const PAGES = 8;

/**
 * Looks for our text in the conversation with the lead, at or after the time of the intent. `premium`: the inbox of the premium
 * seat, where InMails live alone.
 */
export async function findMessage(
  deps: StepDeps,
  context: Correspondents,
  intent: IntentRow,
  premium: boolean,
): Promise<Proof> {
  const since = intent.created_at.getTime() - slackOf(deps);
  let unclear: Proof | null = null;
  const inbox = walk(deps, intent, 'list_inbox', { ...(premium ? { premium_nav: true } : {}) }, 'conversations');
  for await (const page of inbox) {
    if ('is' in page) return page;
    for (const item of page.items) {
      const time = numberAt(item, 'last_message', 'time');
      if (time !== null && time < since) return unclear ?? absent(premium);
      const partner = partnerOf(context, intent, item);
      if (partner === 'other') continue;
      const found = await findInConversation(deps, intent, item, premium, since);
      if (found.is === 'done' && partner === 'unknown') {
        unclear = { is: 'unclear', why: 'a conversation with an unknown person contains our text' };
        continue;
      }
      if (found.is === 'done' || found.is === 'unreadable') return found;
      if (found.is === 'unclear') unclear = found;
    }
    if (page.last) return unclear ?? absent(premium);
  }
  return unclear ?? { is: 'unclear', why: 'the inbox is too long to read completely' };
}

async function findInConversation(
  deps: StepDeps,
  intent: IntentRow,
  item: unknown,
  premium: boolean,
  since: number,
): Promise<Proof> {
  const conversation_id = textAt(item, 'conversation_id');
  if (conversation_id === null) return { is: 'unclear', why: 'a conversation has no id' };
  const ours = oneLine(textAt(intent.request, 'params', 'message_text') ?? '');
  let rest: Proof = { is: 'absent', where: 'the conversation does not contain our text', alone: true };
  const params = { conversation_id, ...(premium ? { premium_nav: true } : {}) };
  for await (const page of walk(deps, intent, 'get_conversation', params, 'messages')) {
    if ('is' in page) return page;
    for (const message of page.items) {
      const time = numberAt(message, 'time');
      if (time !== null && time < since) return rest;
      const mine = valueAt(message, 'sender', 'is_me') === true;
      if (!mine || oneLine(textAt(message, 'text') ?? '') !== ours || !hasOurFiles(message, intent)) continue;
      const origin = await weighMessage(deps, intent, message);
      if (origin === 'ours') {
        return { is: 'done', where: 'found in the conversation', data: receipt(message, conversation_id, premium) };
      }
      if (origin === 'of_either') rest = OF_EITHER;
      else if (rest.is === 'absent') rest = OF_ANOTHER;
    }
    if (page.last) return rest;
  }
  return { is: 'unclear', why: 'the conversation is too long to read completely' };
}

/** Words a found message as `send` would have answered. */
function receipt(message: unknown, conversationId: string, premium: boolean): unknown {
  const id = textAt(message, 'message_id');
  return premium
    ? { status: 'success', data: { value: { threadId: conversationId, messageId: id } } }
    : {
        status: 'success',
        data: { entityUrn: id, conversation_id: conversationId, deliveredAt: numberAt(message, 'time') },
      };
}

type PageOfItems = { readonly items: readonly unknown[]; readonly last: boolean };

/** Reads a conversation page by page, newest first, as far as is reasonable. */
async function* walk(
  deps: StepDeps,
  intent: IntentRow,
  action: string,
  params: Readonly<Record<string, unknown>>,
  list: string,
): AsyncGenerator<PageOfItems | Proof> {
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const reading = await readBack(deps, intent, 'messages', action, {
      ...params,
      count: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!reading.ok) {
      yield reading.proof;
      return;
    }
    cursor = textAt(reading.data, 'next_cursor');
    yield { items: listAt(reading.data, list), last: cursor === null };
    if (cursor === null) return;
  }
}

/** Reads a messenger's number: an international one, whether or not it begins with `+`. */
const dialed = (phone: string) => phoneIdentity(phone, { international: true });

/**
 * Says with whom a conversation is. `unknown`: it has a kind of name that we have not learned of the lead, so it may be
 * the lead.
 */
function partnerOf(context: Correspondents, intent: IntentRow, item: unknown): 'lead' | 'other' | 'unknown' {
  const phone = textAt(item, 'participant', 'phone_number');
  const url = textAt(item, 'participant', 'profile_url');
  const partner = phone !== null ? dialed(phone) : url !== null ? profileIdentity(url) : null;
  if (!partner) return 'unknown';
  const asked =
    phone !== null
      ? dialed(textAt(intent.request, 'params', 'phone_number') ?? '')
      : profileIdentity(textAt(intent.request, 'params', 'profile_url') ?? '');
  const names = (asked ? [...context.identities, asked] : context.identities).filter(
    ({ kind }) => kind === partner.kind,
  );
  if (names.length === 0) return 'unknown';
  return names.some(({ value }) => value === partner.value) ? 'lead' : 'other';
}

/** Whether a message has our files, by which one without a text is known. */
function hasOurFiles(message: unknown, intent: IntentRow): boolean {
  const params = objectAt(intent.request, 'params');
  const sent = listAt(params, 'media_links').length + listAt(params, 'media_files').length;
  const files = sent + ['media_link', 'media_file', 'media_path'].filter((name) => name in params).length;
  return textAt(params, 'message_text') !== null || listAt(message, 'attachments').length === files;
}

const OF_EITHER: Proof = {
  is: 'unclear',
  why: 'the conversation contains our text, but another send could explain it',
};
const OF_ANOTHER: Proof = {
  is: 'absent',
  where: 'the conversation contains our text only because another step sent it',
  alone: true,
};

const absent = (premium: boolean): Proof => ({
  is: 'absent',
  where: premium ? 'the premium inbox has no such InMail' : 'the inbox has no such message',
  alone: true,
});
