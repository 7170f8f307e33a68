import type { SendParams } from '../../../contract/actions/messages/send.ts';
import type { AccountRow } from '../../context.ts';
import type { ResolvedFile } from '../../media/resolved-file.ts';
import type { ActionCall } from '../action-handler.ts';

/** A send whose files are at hand. */
export type SendCall = ActionCall<SendParams, AccountRow, { readonly files: readonly ResolvedFile[] }>;
