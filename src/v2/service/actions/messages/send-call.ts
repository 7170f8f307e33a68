import type { SendParams } from '../../../contract/actions/messages/send.ts';
import type { Platform } from '../../../contract/definition.ts';
import type { AccountRow } from '../../accounts/account-row.ts';
import type { MailHome } from '../../channels/mail-provider.ts';
import type { ResolvedFile } from '../../media/resolved-file.ts';
import type { ActionCall } from '../action-handler.ts';

/** Things that a send fetches before its transaction: its files, and for a mail the provider of each address, by the address. */
export interface PreparedSend {
  readonly files: readonly ResolvedFile[];
  readonly homes: ReadonlyMap<string, MailHome>;
}

export type SendCall<P extends Platform> = ActionCall<SendParams, P, AccountRow, PreparedSend>;
