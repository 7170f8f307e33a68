import type { StoredAttachment } from '../../../media/attachments.ts';
import { kindOf } from '../../../media/file-kind.ts';
import { decodedSize } from './index/carried-files.ts';
import type { MailRow } from './lists/mail-row.ts';

const PREFIX = 'urn:mail:';

/** The files of a mail as lists and events show them; they stay in the mailbox until somebody downloads one. */
export function storedFiles(
  accountId: string,
  { mail_id, thread_id, message_id, files }: Pick<MailRow, 'mail_id' | 'thread_id' | 'message_id' | 'files'>,
): StoredAttachment[] {
  return files.map((file) => ({
    asset_urn: `${PREFIX}${mail_id}:${file.part}`,
    account_id: accountId,
    conversation_id: thread_id,
    message_id,
    type: kindOf(file.mime_type),
    name: file.name,
    mime_type: file.mime_type,
    byte_size: decodedSize(file),
    duration_ms: null,
    voice_message: false,
    // Nowhere but in the mailbox: `mid:` URLs name a part of a mail (RFC 2392).
    url: `mid:${encodeURIComponent(message_id.slice(1, -1))}/${file.part}`,
  }));
}

/** Null: no file of a real mailbox. */
export function readFileUrn(urn: string): { readonly mail_id: string; readonly part: string } | null {
  const [mail_id, part, ...more] = urn.startsWith(PREFIX) ? urn.slice(PREFIX.length).split(':') : [];
  if (!mail_id || !part || more.length > 0 || !/^\d+(\.\d+)*$/.test(part)) return null;
  return { mail_id, part };
}
