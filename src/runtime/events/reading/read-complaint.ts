import type { Identity } from '../../../shared/identity/identity.ts';
import type { Platform } from '../../../v2/contract/definition.ts';
import { type JsonObject, objectAt, textAt } from './json.ts';
import { readMessage } from './read-message.ts';
import { BOUNCED, firstAddresses, ORIGINAL } from './read-others.ts';

const COMPLAINED = ['complained_recipient', 'complained_recipients', 'complainant', 'original_rcpt_to', ...BOUNCED];

/** Reads who reported a mail as spam, and which mail: the recipient of that mail, else whoever the event says acted. */
export function readComplaint(
  content: JsonObject,
  account: { readonly id: string; readonly platform: Platform | null },
): { readonly of: readonly Identity[]; readonly original: string | null } {
  const inner = objectAt(content, ['complaint', 'mail', 'message', 'data']);
  const fields: JsonObject = inner === null ? content : { ...content, ...inner };
  const original = textAt(fields, ORIGINAL);
  const recipients = firstAddresses(fields, COMPLAINED);
  if (recipients.length > 0) return { of: recipients, original };
  const { from, others } = readMessage(content, account);
  const acting = from.length > 0 ? from : others;
  // If the mail is named, the one who acts may be the provider that reports it.
  return { of: original === null ? acting : [], original };
}
