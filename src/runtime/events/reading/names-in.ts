import {
  emailIdentity,
  type Identity,
  identityKey,
  localPhone,
  phoneIdentity,
  profileIdentity,
} from '../../../shared/identity/identity.ts';
import { addressOf } from '../../../shared/identity/mailbox-key.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { fieldName, type JsonObject, textOf } from './json.ts';

/** The role of the field in which a name was found, which says whose name it is. */
export type Place =
  /** The one who acted: `sender`, `from`, `author`. */
  | 'actor'
  /** Someone else of the event: `participants`, `contact`, or no place of its own. */
  | 'other';

export interface FoundName {
  readonly identity: Identity;
  readonly place: Place;
}

const ACTOR = /^(?:sender|from|author|actor|writer|sent_by|replied_by)$/;
const OF_ACTOR = /^(?:sender|from|author|actor|writer)_/;
/** Fields that are quoted, copied or merely shown say nothing of who wrote; nor do those that name us, or the recipient. */
const APART =
  /^(?:reply_to|in_reply_to|quoted|quote|quoted_message|parent|parent_message|original|original_message|previous|last_message|history|thread_history|messages_before|mentions?|mentioned|forwarded|forwarded_message|attachments?|cc|bcc|reactions?|seen_by|read_by|preview|links?|account|owner|me|self|mailbox|to|recipients?|receiver|delivered_to|inviter|headers|references)$/;
const QUOTED_FIELD = /^(?:reply_to|quoted|quote|parent|original|previous|recipient|receiver|to|inviter|account|owner)_/;
const OURS = ['is_self', 'is_me', 'is_self_sent', 'is_sender', 'from_me', 'is_own'];
const DEEPEST = 8;
const MOST_VALUES = 3000;
const LONGEST = 1000;

export interface Names {
  readonly names: readonly FoundName[];
  /** The event has a place for the one who did it, whether or not a name we can read stands there. */
  readonly has_actor: boolean;
}

/** Every name of a person in this part of an event; of a bounded part of a large one. Texts that people wrote are not read. */
export function namesIn(value: unknown): Names {
  const found = new Map<string, FoundName>();
  let values = 0;
  let hasActor = false;

  const add = (identity: Identity, place: Place): void => {
    const key = identityKey(identity);
    if (place === 'actor' || !found.has(key)) found.set(key, { identity, place });
  };
  const visit = (given: unknown, place: Place, depth: number): void => {
    if (depth > DEEPEST || ++values > MOST_VALUES) return;
    if (Array.isArray(given)) {
      for (const item of given) visit(item, place, depth + 1);
      return;
    }
    if (!isRecord(given)) return;
    if (depth > 0 && isOurs(given)) return;
    for (const [key, field] of Object.entries(given)) {
      const name = fieldName(key);
      if (APART.test(name) || QUOTED_FIELD.test(name)) continue;
      const acts = ACTOR.test(name) || OF_ACTOR.test(name);
      if (acts && field !== null && field !== '') hasActor = true;
      const where = acts ? 'actor' : place;
      if (typeof field === 'object') visit(field, where, depth + 1);
      else for (const identity of namesOf(name, field)) add(identity, where);
    }
  };
  visit(value, 'other', 0);
  return { names: [...found.values()], has_actor: hasActor };
}

/** The identities of one person's object or text, such as what stands under `sender` or in a list of connections. */
export function namesOfPerson(person: unknown): Identity[] {
  if (!isRecord(person)) return namesOf('sender', person);
  if (isOurs(person)) return [];
  return unique(namesIn(person).names.map(({ identity }) => identity));
}

export const isOurs = (person: JsonObject): boolean =>
  Object.entries(person).some(([key, value]) => OURS.includes(fieldName(key)) && (value === true || value === 1));

const STRENGTH: readonly Identity['kind'][] = ['slug', 'profile_id', 'urn', 'email', 'phone', 'conversation'];

/** Each once, strongest first: who it is when names point at several people. */
export const unique = (names: readonly Identity[]): Identity[] =>
  [...new Map(names.map((name) => [identityKey(name), name])).values()].sort(
    (one, other) => STRENGTH.indexOf(one.kind) - STRENGTH.indexOf(other.kind),
  );

const EMAIL_FIELD = /(?:^|_)(?:e_?mail|email_address|mail|mail_address|address)$/;
const PHONE_FIELD = /(?:^|_)(?:phone|phone_number|mobile|mobile_number|msisdn|wa_id|whatsapp|whatsapp_id)$/;
const PROFILE_FIELD = /(?:^|_)(?:profile_url|profile_id_url|public_profile_url|linkedin_url|profile|profile_link|url)$/;
const SLUG_FIELD = /(?:^|_)(?:public_identifier|public_id|slug|vanity_name|username|handle)$/;
const URN_FIELD = /(?:^|_)(?:urn|member_urn|profile_urn|person_urn|entity_urn)$/;
const PERSON_URN_FIELD = /(?:^|_)(?:member_urn|profile_urn|person_urn)$/;
const PERSON_URN = /^urn:(?:[\w-]+:)*(?:member|person|profile|lead|fs_\w{0,40}profile|fsd_profile)\w{0,40}:/i;
const ID_FIELD = /(?:^|_)(?:id|provider_id|member_id|profile_id|user_id|messaging_id)$/;
const MEMBER_ID = /^AC[A-Za-z][A-Za-z0-9_-]{8,}$/;
/** How messengers write a number: `33612345678@s.whatsapp.net`. */
const NUMBER_AT = /^\+?(\d{5,15})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/i;

function namesOf(field: string, value: unknown): Identity[] {
  const given = textOf(value)?.trim() ?? '';
  if (given === '' || given.length > LONGEST) return [];
  const number = NUMBER_AT.exec(given)?.[1];
  if (number !== undefined) return some(phoneIdentity(number, { international: true }));
  // A person in one text: `Ada <ada@acme.example>`, a profile's address, a number.
  if (ACTOR.test(field)) {
    const [read] = [
      mailAddress(given),
      profileUrl(given),
      personUrn(given),
      /^[+\d(]/.test(given) ? phoneOf(given) : null,
    ].filter((one) => one !== null);
    return some(read ?? null);
  }
  if (EMAIL_FIELD.test(field)) return some(mailAddress(given));
  if (PHONE_FIELD.test(field)) return some(phoneOf(given));
  if (SLUG_FIELD.test(field)) return some(profileIdentity(given));
  if (PERSON_URN_FIELD.test(field)) return some(given.startsWith('urn:') ? profileIdentity(given) : null);
  if (URN_FIELD.test(field)) return some(personUrn(given));
  if (PROFILE_FIELD.test(field))
    return some(profileUrl(given) ?? (field.endsWith('profile_url') ? profileIdentity(given) : null));
  if (ID_FIELD.test(field)) return some(MEMBER_ID.test(given) ? profileIdentity(given) : personUrn(given));
  return [];
}

const some = (identity: Identity | null): Identity[] => (identity === null ? [] : [identity]);

const phoneOf = (text: string): Identity | null => phoneIdentity(text) ?? localPhone(text);
/** Reads `Ada <ada@acme.example>` and the bare address. */
const mailAddress = (text: string): Identity | null => emailIdentity(addressOf(text));

const profileUrl = (text: string): Identity | null => (text.includes('/') ? profileIdentity(text) : null);
const personUrn = (text: string): Identity | null => (PERSON_URN.test(text) ? profileIdentity(text) : null);
