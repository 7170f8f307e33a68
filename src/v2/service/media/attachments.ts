import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { FileKind } from './file-kind.ts';
import type { ResolvedFile } from './resolved-file.ts';

/** A file of a message, as stored; its bytes are read by `readAttachment` alone. */
export type StoredAttachment = {
  readonly asset_urn: string;
  readonly account_id: string;
  readonly conversation_id: string;
  readonly message_id: string;
  readonly type: FileKind;
  readonly name: string;
  readonly mime_type: string;
  readonly byte_size: number;
  readonly duration_ms: number | null;
  readonly voice_message: boolean;
  readonly url: string;
};

const COLUMNS = `asset_urn, account_id, conversation_id, message_id, type, name, mime_type, byte_size, duration_ms,
  voice_message, url`;

export interface AttachmentsOf {
  readonly account_id: string;
  readonly conversation_id: string;
  readonly message_id: string;
  readonly files: readonly ResolvedFile[];
  /** Virtual time, epoch ms. */
  readonly at: number;
}

/** Keeps the files of a message; returns them in their order. */
export async function storeAttachments(tx: Queryable, message: AttachmentsOf): Promise<readonly StoredAttachment[]> {
  const stored: StoredAttachment[] = [];
  for (const file of message.files) {
    const id = newId('asset', message.at);
    const { rows } = await tx.query<StoredAttachment>(
      `insert into attachments (asset_urn, account_id, conversation_id, message_id, type, name, mime_type, byte_size,
         duration_ms, voice_message, bytes, created_at, url)
       select $1, account_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'https://media.' || platform || '.example/' || $13
         from accounts where account_id = $2
       returning ${COLUMNS}`,
      [
        `urn:asset:${id}`,
        message.account_id,
        message.conversation_id,
        message.message_id,
        file.type,
        file.name,
        file.mime_type,
        file.bytes.length,
        file.duration_ms,
        file.voice_message ?? false,
        Buffer.from(file.bytes),
        new Date(message.at),
        id,
      ],
    );
    stored.push(...rows);
  }
  return stored;
}

/** Lists the files of messages by `message_id`, in their order; messages without files are left out. */
export async function listAttachments(
  tx: Queryable,
  accountId: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredAttachment[]>> {
  const { rows } = await tx.query<StoredAttachment>(
    `select ${COLUMNS} from attachments where account_id = $1 and message_id = any ($2::text[]) order by position`,
    [accountId, messageIds],
  );
  const byMessage = new Map<string, StoredAttachment[]>();
  for (const row of rows) byMessage.set(row.message_id, [...(byMessage.get(row.message_id) ?? []), row]);
  return byMessage;
}

/** With its bytes; undefined where the conversation has no such file. */
export async function readAttachment(
  tx: Queryable,
  of: { readonly account_id: string; readonly conversation_id: string; readonly asset_urn: string },
): Promise<(StoredAttachment & { readonly bytes: Buffer }) | undefined> {
  const { rows } = await tx.query<StoredAttachment & { readonly bytes: Buffer }>(
    `select ${COLUMNS}, bytes from attachments where asset_urn = $1 and account_id = $2 and conversation_id = $3`,
    [of.asset_urn, of.account_id, of.conversation_id],
  );
  return rows[0];
}

/** spec: Message event / attachment entry. `base_url`: the service's own, where `download_url` leads. */
export function attachmentRecord(stored: StoredAttachment, base_url: string) {
  const query = new URLSearchParams({
    account_id: stored.account_id,
    conversation_id: stored.conversation_id,
    asset_urn: stored.asset_urn,
  });
  return {
    type: stored.type,
    name: stored.name,
    mime_type: stored.mime_type,
    byte_size: stored.byte_size,
    asset_urn: stored.asset_urn,
    url: stored.url,
    download_url: `${base_url}/v2/messages/attachment?${query}`,
    ...(stored.type === 'audio' || stored.type === 'video'
      ? { duration_ms: stored.duration_ms ?? 0, thumbnail_url: `${stored.url}/thumbnail` }
      : {}),
    ...(stored.voice_message ? { voice_message: true } : {}),
  };
}
