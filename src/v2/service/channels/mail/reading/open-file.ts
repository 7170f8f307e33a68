import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImapFlow } from 'imapflow';
import type { RemoteFile } from '../../adapter.ts';
import type { Outcome } from '../../call.ts';
import { done, notFound } from '../../refusals.ts';
import type { CarriedFile } from './index/carried-files.ts';
import { openForReading } from './index/open-place.ts';
import type { ReadingSession } from './open-session.ts';
import { readFileUrn } from './stored-files.ts';

/** Bytes of the largest file that is fetched. */
const MOST_BYTES = 100 * 1024 * 1024;

interface Row extends Record<string, unknown> {
  readonly files: readonly CarriedFile[];
  readonly path: string;
  readonly uid: number;
  readonly uid_validity: number;
}

/**
 * A file of a mail. It goes through a temporary file: neither is it ever whole in memory, nor does a slow receiver hold the connection to
 * the mailbox.
 */
export async function openFile(
  { deps, client, account_id }: ReadingSession,
  { conversation_id, asset_urn }: { readonly conversation_id: string; readonly asset_urn: string },
): Promise<Outcome<RemoteFile>> {
  const missing = notFound(`query.asset_urn: attachment ${asset_urn} not found in this conversation`);
  const named = readFileUrn(asset_urn);
  if (!named) return missing;
  const { rows } = await deps.db.query<Row>(
    `select m.files, f.path, p.uid::float8 as uid, f.uid_validity::float8 as uid_validity
       from mails m join mail_places p using (mail_id) join mail_folders f on f.folder_id = p.folder_id and f.role = m.role
      where m.account_id = $1 and m.mail_id = $2 and m.thread_id =
            coalesce((select into_thread_id from merged_mail_threads where account_id = $1 and thread_id = $3), $3)`,
    [account_id, named.mail_id, conversation_id],
  );
  const [place] = rows;
  const file = place?.files.find(({ part }) => part === named.part);
  if (!place || !file) return missing;
  await openForReading(client, place.path);
  if (!client.mailbox || Number(client.mailbox.uidValidity) !== place.uid_validity) return missing;
  const spooled = await spool(client, place.uid, file.part);
  if (!spooled) return missing;
  const { size } = await spooled.stat();
  return done({
    name: file.name,
    mime_type: file.mime_type,
    byte_size: size,
    content: () => spooled.createReadStream({ start: 0 }),
  });
}

/** Null: the server has no such part any more. */
async function spool(client: ImapFlow, uid: number, part: string): Promise<FileHandle | null> {
  const { content } = await client.download(String(uid), part, { uid: true, decodeText: false, maxBytes: MOST_BYTES });
  return content ? keep(content) : null;
}

async function keep(content: Readable): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'overture-attachment-'));
  try {
    const path = join(folder, 'file');
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    // What is open can be read to its end though its name is gone: nothing is left behind, whatever happens.
    return await open(path, 'r');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
