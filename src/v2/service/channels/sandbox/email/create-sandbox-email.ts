import type { EmailChannel } from '../../email-channel.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { changeMails, listLabels } from './change-mails.ts';
import { getThread } from './get-thread.ts';
import { listMailbox } from './list-mailbox.ts';
import { readMailboxes } from './mailbox-health.ts';
import { searchMails } from './search-mails.ts';
import { sendMail } from './send-mail.ts';

/** Mail without a server: mailboxes in Postgres, written to by the people and the accounts of the same world. */
export const createSandboxEmail = (deps: SandboxDeps): EmailChannel => ({
  send: (call, email) => sendMail(deps, call, email),
  mailboxes: readMailboxes,
  listInbox: (call, query) => listMailbox(deps, call, query),
  search: (call, query) => searchMails(deps, call, query),
  getConversation: (call, query) => getThread(deps, call, query),
  change: changeMails,
  listLabels,
});
