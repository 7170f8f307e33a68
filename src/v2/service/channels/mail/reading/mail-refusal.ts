import type { Refusal } from '../../call.ts';
import { mailFailure } from '../connections/mail-failure.ts';
import type { Mailbox } from '../connections/mailbox.ts';
import { StillIndexing } from './still-indexing.ts';

/** The refusal for a mailbox that could not be read; null: the failure is a bug of this service. */
export function mailRefusal({ email }: Pick<Mailbox, 'email'>, error: unknown): Refusal | null {
  if (error instanceof StillIndexing) {
    const message = `the older mails of ${email} are still being indexed, and what you ask for lies among them: try again in a minute`;
    return { kind: 'refused', message };
  }
  switch (mailFailure(error).kind) {
    case 'auth':
      return {
        kind: 'refused',
        sub_code: 'AUTH_FAILED',
        message: `the server of ${email} no longer accepts its credentials`,
      };
    case 'unreachable':
      return { kind: 'refused', message: `the server of ${email} cannot be reached: try again later` };
    default:
      return null;
  }
}
