import { createHttpDialer, type HttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { ownLinks } from '../../../shared/dial/policies.ts';
import { domainOf, mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { DAY, HOUR } from '../../../shared/kit/duration.ts';
import type { Quiet } from '../../../shared/kit/quiet.ts';
import { isReservedDomain } from '../../../shared/kit/reserved-domain.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';
import { headerOf } from '../../../shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../shared/mail/reading/read-mail.ts';
import { absenceText } from '../../../v2/service/channels/sandbox/acts/absence-text.ts';
import type { Route, Submitted } from '../mail-server/start-submission.ts';
import { type BookedAnswer, openAnswerBook } from './answer-book.ts';
import { type Person, planAnswers, routeTo } from './plan-answers.ts';
import { writeAnswer } from './write-answer.ts';

export interface PeopleOptions {
  readonly clock: Clock;
  /** The file that keeps what they are about to do. */
  readonly file: string;
  /** The mailboxes that write to them, lower case. */
  readonly senders: readonly string[];
  /** Finds the person who has the address; null: nobody has. */
  readonly find: (address: string) => Promise<Person | null>;
  /** To the mailboxes of this machine, as mail from outside comes. */
  readonly deliver: (envelope: { from: string; to: readonly string[] }, source: Buffer) => Promise<void>;
  /** The address to which links to unsubscribe lead: nobody clicks on any other. */
  readonly ownUrl: () => string;
  readonly notice: (line: string) => void;
}

export interface People {
  /** For the submission server: nothing leaves this machine, and nobody outside the demo is written to. */
  route(recipient: string): Promise<Route>;
  /** For the submission server: what they will do about a mail, which is booked once they have it. */
  read(mail: Submitted): Promise<() => void>;
  /** Does what is due from now on. */
  start(): void;
  /** Tells what they are about to do. */
  quiet(): Quiet;
  stop(): Promise<void>;
}

/** Wall milliseconds: the world's clock may be moved at any time. */
const LONGEST_PAUSE = 1000;
const CLICK_TIMEOUT = 10_000;
/** Virtual milliseconds between two tries of an answer, and since the mail after which nobody tries any more. */
const AGAIN_AFTER = HOUR;
const TRIES_FOR = 10 * DAY;

/** The people of the demo at their mailboxes: they answer by mail, are away, click, or stay silent, in virtual time. */
export function playPeople(options: PeopleOptions): People {
  const { clock, find, senders, notice } = options;
  const book = openAnswerBook(options.file);
  const http = createHttpDialer(ownLinks(options.ownUrl));
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let stopped = true;
  let unwatch = (): void => undefined;

  const act = async ({ is, text, by, mail }: BookedAnswer): Promise<void> => {
    if (is === 'unsubscribe') return click(http, mail.unsubscribe_url);
    const source = await writeAnswer(mail, { is, text, by });
    // An automatic reply has no sender, so that no machine answers it (RFC 3834).
    await options.deliver({ from: is === 'absence' ? '' : by.email, to: [mail.from.email] }, source);
  };
  /** Sends an answer, and tries again after an error: the servers may just be starting. */
  const send = async (answer: BookedAnswer): Promise<void> => {
    try {
      await act(answer);
      book.strikeOut(answer);
    } catch (error) {
      const due = clock.now() + AGAIN_AFTER;
      if (due <= answer.mail.at + TRIES_FOR) return book.putOff(answer, due);
      notice(`${answer.by.name} could not answer: ${messageOf(error)}`);
      book.strikeOut(answer);
    }
  };
  const work = async (): Promise<void> => {
    for (let due = book.due(clock.now()); due !== null && !stopped; due = book.due(clock.now())) await send(due);
    plan();
  };
  const plan = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    const due = book.nextDue();
    const wait = due === null ? LONGEST_PAUSE : Math.min(LONGEST_PAUSE, clock.wallDelayUntil(due));
    timer = setTimeout(() => {
      // One at a time: the clock may change while somebody answers.
      working = working.then(work);
    }, wait);
  };

  return {
    async route(recipient) {
      const address = mailboxKey(recipient);
      if (!isReservedDomain(domainOf(address))) {
        return { to: 'nobody', refusal: '550 5.7.1 relaying denied: no mail of the demo leaves this machine' };
      }
      return senders.includes(address) ? { to: 'mailbox' } : routeTo(await find(address));
    },
    async read({ to, source }) {
      const read = await readMail(source);
      const at = clock.now();
      const from = { name: read.from?.name || (read.from?.email ?? ''), email: mailboxKey(read.from?.email ?? '') };
      // They answer nobody but the demo's own mailboxes.
      if (!senders.includes(from.email) || read.message_id === null) return () => undefined;
      const { subject, message_id, references, text } = read;
      const mail = { from, subject, message_id, references: [...references], text, at, unsubscribe_url: linkOf(read) };
      const planned: BookedAnswer[] = [];
      for (const address of to.filter((one) => !senders.includes(mailboxKey(one)))) {
        const person = await find(mailboxKey(address));
        if (person === null) continue;
        const by = { name: `${person.first_name} ${person.last_name}`, email: address };
        for (const answer of planAnswers(person, at, (until) => absenceText(until, at))) {
          const once = `${answer.is} ${answer.is === 'absence' ? message_id : from.email} ${mailboxKey(address)}`;
          planned.push({ ...answer, once, by, mail });
        }
      }
      return () => book.add(planned);
    },
    start() {
      stopped = false;
      unwatch = clock.onChange(plan);
      plan();
    },
    quiet() {
      const now = clock.now();
      const due = book.nextDue();
      const what = 'answers of people by mail';
      return {
        now,
        under_way: due !== null && due <= now ? [{ what, count: 1 }] : [],
        next: due !== null && due > now ? { what, at: due } : null,
      };
    },
    async stop() {
      stopped = true;
      unwatch();
      clearTimeout(timer);
      await working;
    },
  };
}

/** RFC 8058: a link for one click. */
function linkOf(mail: Parameters<typeof headerOf>[0]): string | null {
  if (!/List-Unsubscribe=One-Click/i.test(headerOf(mail, 'list-unsubscribe-post'))) return null;
  return /<(https?:[^<>]+)>/i.exec(headerOf(mail, 'list-unsubscribe'))?.[1] ?? null;
}

async function click(http: HttpDialer, url: string | null): Promise<void> {
  if (url === null) throw new Error('the mail has no link to unsubscribe with one click');
  const { statusCode, body } = await http.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    signal: AbortSignal.timeout(CLICK_TIMEOUT),
  });
  await body.dump();
  if (statusCode >= 300) throw new Error(`the link to unsubscribe answered ${statusCode}`);
}
