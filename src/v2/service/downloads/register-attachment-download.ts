import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { attachment } from '../../contract/endpoints.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { findAccount, requireActive } from '../accounts/find-account.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import type { RemoteFile } from '../channels/adapter.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { parseInput } from '../http/parse-input.ts';
import { registerRawEndpoint } from '../http/register-endpoint.ts';
import { insertLog } from '../logs/insert-log.ts';
import { readAttachment } from '../media/attachments.ts';
import { attachmentDisposition } from './content-disposition.ts';

/**
 * spec: Attachment download. The file itself, as a download and never as a page: its type is the sender's word. Checked in
 * the order of every call: account, its state, the other params.
 */
export function registerAttachmentDownload(app: FastifyInstance, context: ServiceContext): void {
  const { path, action } = attachment;
  registerRawEndpoint(app, context, {
    method: 'GET',
    path,
    action,
    async handle({ request, owner, query, now }, reply) {
      request.call.log = { account_id: null, target: null };
      const { account_id: named } = parseInput('query', attachment.query.pick({ account_id: true }), query);
      const { account_id, ...account } = await findAccount(context.db, owner.user_id, named);
      request.call.account_id = account_id;
      request.call.log = { account_id, target: null };
      requireActive({ account_id, ...account });
      const { conversation_id, asset_urn } = parseInput('query', attachment.query, query);
      const file = await findFile(context, { account_id, ...account }, { conversation_id, asset_urn });
      await insertLog(context.db, { user_id: owner.user_id, action, account_id, credits_consumed: 0, at: now });
      return reply
        .headers({
          'content-type': file.mime_type,
          'content-length': file.byte_size,
          'content-disposition': attachmentDisposition(file.name),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        })
        .send(file.content());
    },
  });
}

/** From the network that the channel is of, or from where the files of all others are kept. */
async function findFile(
  { db, channels, clock }: Pick<ServiceContext, 'db' | 'channels' | 'clock'>,
  account: AccountRow,
  of: { readonly conversation_id: string; readonly asset_urn: string },
): Promise<RemoteFile> {
  const missing = invalidParams(`query.asset_urn: attachment ${of.asset_urn} not found in this conversation`);
  const channel = await channels.of(db, account);
  if (channel.kind === 'remote') {
    const found = await channel.openFile?.({ account, now: clock.now() }, of);
    if (!found) throw missing;
    if (found.ok) return found.value;
    const { refusal } = found;
    if (refusal.kind !== 'refused') throw invalidParams(refusal.message);
    throw new ServiceError('CHANNEL_ERROR', refusal.message);
  }
  const file = await readAttachment(db, { account_id: account.account_id, ...of });
  if (!file) throw missing;
  return { ...file, content: () => Readable.from([file.bytes]) };
}
