import type { FastifyInstance } from 'fastify';
import { listMailsTo, mailsFromListing } from '../../../runtime/store/intents/list-sent-mails.ts';
import { hasAny, type Within } from '../../../runtime/store/within.ts';
import { MINUTE } from '../../../shared/kit/duration.ts';
import type { ApiDeps, ShownMail } from '../context.ts';
import { mailDocument } from '../mail-document.ts';
import { answerPage } from '../paging.ts';
import { Problem } from '../problem.ts';
import { readAccount } from '../read-account.ts';
import { serve } from '../serve.ts';
import { enrollmentOf } from './enrollments.ts';

interface Thread {
  readonly account_id: string;
  mails: readonly ShownMail[];
  /** Why it cannot be read now. */
  readonly error: string | null;
}

/** How long a thread that was read is kept: whoever opens a mail has just seen its list, and reading again would cost a credit. Wall time. */
const REMEMBERED = MINUTE;
const MOST_REMEMBERED = 100;

/**
 * The HTML of a mail is anybody's: it runs nothing, loads nothing and sends nothing, wherever it is opened. The page shows it in a frame
 * of no origin.
 */
const HTML_HEADERS = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'no-referrer',
};

const holding = (threads: readonly Thread[], messageId: unknown): Thread | undefined =>
  threads.find(({ mails }) => mails.some(({ message_id }) => message_id === messageId));

const ownThreads = (threads: readonly Thread[], within: Within): readonly Thread[] =>
  threads.filter(({ account_id }) => hasAny(within, [account_id]));

/** Each once. */
function inOrder(some: readonly ShownMail[], more: readonly ShownMail[]): ShownMail[] {
  const fresh = more.filter(({ message_id }) => !some.some((mail) => mail.message_id === message_id));
  return [...some, ...fresh].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The mails that went out, with what came back in their threads. */
export function addMailRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, readThread } = deps;
  const remembered = new Map<string, { readonly threads: readonly Thread[]; readonly until: number }>();

  async function threadsOf(enrollmentId: string, fresh: boolean): Promise<readonly Thread[]> {
    if (readThread === undefined) throw new Problem(501, 'no_mails', 'This installation does not show mails.');
    // Whoever was erased is in no list, so that nothing remembered of them is shown either.
    const sent = await listMailsTo(db, enrollmentId);
    if (sent.length === 0) return [];
    const before = remembered.get(enrollmentId);
    if (!fresh && before && before.until > Date.now()) return before.threads;
    const threads: Thread[] = [];
    for (const mail of sent) {
      if (holding(threads, mail.message_id)) continue;
      const { mails, error } = await readThread(mail);
      const joined =
        mails.map(({ message_id }) => holding(threads, message_id)).find((thread) => thread !== undefined) ??
        holding(threads, mail.params.thread_ref);
      if (joined) joined.mails = inOrder(joined.mails, mails);
      else threads.push({ account_id: mail.account_id, mails, error });
    }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(enrollmentId, { threads, until: Date.now() + REMEMBERED });
    return threads;
  }

  serve(app, 'listEnrollmentMails', async ({ params, query: { sort }, within }) => {
    const { id } = await enrollmentOf(deps, params.id, within);
    const threads = ownThreads(await threadsOf(id, true), within);
    return {
      items: (sort === '-at' ? threads.toReversed() : threads).map(({ mails, ...thread }) => ({
        ...thread,
        mails: mails.map(({ html, ...mail }) => ({ ...mail, has_html: html !== null })),
      })),
      // All that went out to one person is read at once.
      next_cursor: null,
    };
  });

  serve(app, 'getMailHtml', async ({ params, query: { message_id }, within, reply }) => {
    const { id } = await enrollmentOf(deps, params.id, within);
    const mails = ownThreads(await threadsOf(id, false), within).flatMap((thread) => thread.mails);
    const html = mails.find((mail) => mail.message_id === message_id)?.html ?? null;
    if (html === null) throw new Problem(404, 'unknown_mail', `There is no HTML version of mail ${message_id}.`);
    return reply.headers(HTML_HEADERS).type('text/html; charset=utf-8').send(mailDocument(html));
  });

  serve(app, 'listSentMails', async ({ params: { id }, query, within }) => {
    await readAccount(deps, id, within);
    return answerPage(db, mailsFromListing(id), query, ({ key: _, ...mail }) => mail);
  });
}
