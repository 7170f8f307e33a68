import { describe, expect, it } from 'vitest';
import { readTags } from '../../src/runtime/deliverability/read-tags.ts';
import { variableCalled } from '../../src/runtime/enroll/csv/column-names.ts';
import { readCsv } from '../../src/runtime/enroll/csv/read-csv.ts';
import { kindOfEvent } from '../../src/runtime/events/reading/kind-of-event.ts';
import { readActivity } from '../../src/runtime/events/reading/read-activity.ts';
import { receivedEvents } from '../../src/runtime/events/receive/received-event.ts';
import { emailIdentity, phoneIdentity, profileIdentity } from '../../src/shared/identity/identity.ts';
import { isSharedAddress } from '../../src/shared/identity/shared-address.ts';
import { asksToStop } from '../../src/shared/mail/asks-to-stop.ts';
import { cutQuoted } from '../../src/shared/mail/cut-quoted.ts';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { textOfHtml } from '../../src/shared/mail/text-of-html.ts';
import { findActiveContent } from '../../src/v2/contract/actions/messages/active-content.ts';
import { emailAddress } from '../../src/v2/contract/params.ts';
import { subjectKey } from '../../src/v2/service/channels/mail/reading/index/subject-key.ts';
import { readAutoconfig } from '../../src/v2/service/channels/mail/settings/read-autoconfig.ts';
import { parseMailQuery } from '../../src/v2/service/channels/mail-query.ts';
import { referenceKey } from '../../src/v2/service/channels/sandbox/addresses.ts';
import { cleanFileName } from '../../src/v2/service/media/file-name.ts';
import { referenceTime } from '../support/reference-time.ts';
import { sample } from '../support/rounds.ts';

const LENGTH = 64 * 1024;
/** Milliseconds of CPU time of the reference machine. */
const MOST = 100;
/** From here on it is seen whether the time grows as the text does; less cannot be told from chance. */
const MEASURABLE = 25;

/** Pieces of texts that have a reader look again and again: runs of what it looks for, in the beginning of what it looks for. */
const PUMPS = [
  ...[
    ' ',
    '\t',
    '\n',
    ' \n',
    '\r',
    '\\',
    '"',
    "'",
    '<',
    '>',
    '(',
    '[',
    '{',
    '=',
    '&',
    '&#1',
    '%',
    '+',
    '_',
    '/',
    '-',
    '.',
    ',',
    ';',
    ':',
    '@',
  ],
  ...[
    'a',
    '0',
    'a ',
    'a.',
    'a@',
    'a@b.c ',
    '<!--',
    '<a ',
    '<a>',
    '</a',
    '<p href=',
    '<style>',
    '<b x="',
    '<hostname>',
    '<http:',
    '--b\n',
  ],
  ...[
    're:',
    're [1] ',
    '> ',
    '"a",',
    '\\u',
    '=?utf-8?q?',
    'deliver',
    'mail fail',
    'user unknown ',
    'identita',
    '550 5.1.1 ',
    '5.1.',
    'received: for ',
  ],
  ...[
    'stop ',
    'just ',
    'unsubscrib',
    'please do not ',
    'on 1 may ',
    'on a <a@b> ',
    'until ',
    'back on 1',
    'urn:',
    'inmail',
    'invit',
    'return-path: ',
  ],
  ...['content-type: multipart/mixed; boundary=b\n\n', 'x-failed-recipients: a@b\n', 'from: a <a@b>,'],
];
const BEGINNINGS = ['<incomingServer type="imap"><hostname>', '"', 're', 'urn:fs_'];
// What fits no pattern at its end has it look the longest; without it only at night.
const ENDINGS = sample(['\u0001!', '']);

const bytes = (text: string) => new TextEncoder().encode(text);
const understood = async (source: string) => readMeaning(await readMail(bytes(source)), { received_at: 0 });
const event = (fields: object, type = 'message_received') =>
  readActivity({
    ...{ account_id: 'acc_1', event_id: 'evt_1', platform: 'email', received_at: 0, occurred_at: 0, type },
    payload: { event_id: 'evt_1', event: { type, ...fields } },
  } as unknown as Parameters<typeof readActivity>[0]);

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the settings that a mail domain publishes': readAutoconfig,
  'a mail by its source': understood,
  'the subject of a mail': (text) => understood(`From: a@b.example\nSubject: ${text.replace(/[\r\n]+/g, ' ')}\n\nx`),
  'the text of a mail': (text) =>
    understood(`From: MAILER-DAEMON@b.example\nReturn-Path: <>\nSubject: Undelivered\n\n${text}`),
  'the HTML of a mail': (text) => understood(`From: a@b.example\nContent-Type: text/html\n\n${text}`),
  'the headers of a mail': (text) =>
    understood(`From: a@b.example\nReturn-Path: ${text.replace(/[\r\n]+/g, ' ')}\n\nx`),
  'what somebody quotes': cutQuoted,
  'a wish for no more mail': asksToStop,
  'HTML as text': textOfHtml,
  'HTML that is sent': (text) => textOfHtml(text, { links: true }),
  'active content': findActiveContent,
  'a CSV file': async (text) => {
    try {
      const { rows } = await readCsv([bytes(`name,email\n${text}`)] as unknown as AsyncIterable<Uint8Array>);
      for await (const _ of rows);
    } catch {
      // What it is matters not here.
    }
  },
  'the header of a CSV file': variableCalled,
  'the kind of an event': kindOfEvent,
  'an event': (text) =>
    receivedEvents(
      JSON.stringify({ type: text, [text.slice(0, 100)]: text }),
      { account_id: 'a', platform: null } as never,
      0,
    ),
  'a message that an event brings': (text) =>
    event({
      sender: text,
      text,
      subject: text,
      from: { name: text, email: text, urn: text, profile_url: text },
      message_id: text,
    }),
  'names of a lead': (text) => [profileIdentity(text), emailIdentity(text), phoneIdentity(text), isSharedAddress(text)],
  'an address of the contract': (text) => emailAddress().safeParse(text),
  'a search in mails': parseMailQuery,
  'the subject that a thread goes by': subjectKey,
  'a reference to a person': referenceKey,
  'the name of a file': (text) => cleanFileName(text, 'text/plain'),
  'a DNS record': readTags,
};

const filled = (beginning: string, pump: string, ending: string, length = LENGTH): string =>
  (beginning + pump.repeat(Math.ceil(length / pump.length))).slice(0, length - ending.length) + ending;
const TEXTS = [
  ...PUMPS.flatMap((pump) => ENDINGS.map((ending) => ['', pump, ending] as const)),
  ...BEGINNINGS.flatMap((beginning) => [' ', '\t', 'a', '0'].map((pump) => [beginning, pump, '\u0001!'] as const)),
];

describe('64 KB of the worst', () => {
  it.each(Object.keys(READERS))(
    `take less than ${MOST} ms of CPU time: %s`,
    async (name) => {
      const read = READERS[name] ?? (() => undefined);
      const slow: string[] = [];
      for (const [beginning, pump, ending] of TEXTS) {
        const what = `${JSON.stringify(beginning + pump)}… ${JSON.stringify(ending)}`;
        const timeOf = (length: number, bounds: Parameters<typeof referenceTime>[1]) => {
          const text = filled(beginning, pump, ending, length);
          return referenceTime(() => read(text), bounds);
        };
        const spent = await timeOf(LENGTH, { most: MEASURABLE });
        if (spent > MOST) slow.push(`${what}: ${Math.round(spent)} ms`);
        if (spent < MEASURABLE) continue;
        // Four times the text takes four times as long, and sixteen times where it is quadratic.
        const once = { most: 0, tries: 1 };
        let growth = spent / (await timeOf(LENGTH / 4, once));
        for (let tries = 0; tries < 4 && growth > 8; tries++) {
          growth = Math.min(growth, (await timeOf(LENGTH, once)) / (await timeOf(LENGTH / 4, once)));
        }
        if (growth > 8) slow.push(`${what}: ${growth.toFixed(1)} times as long for four times the text`);
      }
      expect(slow).toEqual([]);
      // Thousands of readings, which a slow machine may take its time for.
    },
    600_000,
  );
});
