import type { Quoting } from './quoting.ts';

const SUBJECT = 'Quiet work for your platform team';
const OURS = `Hello Bo,

we are growing the platform team, and your work on large systems caught my eye.
Would a short call next week suit you?

Best regards
Anna Keller

If you do not want any more mail from us, unsubscribe here: https://ours.example/u/1`;

/** A mail of ours, which all others answer. */
export const SENT = {
  id: 'ours',
  source: bytes(`From: Anna Keller <anna@ours.example>
To: Bo Prospect <bo@acme.example>
Subject: ${SUBJECT}
Date: Wed, 16 Dec 2026 09:30:00 +0100
Message-ID: <s1@ours.example>
Content-Type: text/plain; charset=utf-8

${OURS}
`),
};

const marked = OURS.replace(/^/gm, '> ');
const ANSWERED = 'In-Reply-To: <s1@ours.example>\nReferences: <s1@ours.example>\n';

function bytes(source: string): Uint8Array {
  return new TextEncoder().encode(source);
}

interface Head {
  readonly from?: string;
  readonly subject?: string;
  readonly more?: string;
  readonly type?: string;
}

const mail = (body: string, { from, subject, more, type }: Head = {}): Uint8Array =>
  bytes(`Return-Path: ${more?.includes('Return-Path') ? '' : '<bo@acme.example>'}
From: ${from ?? 'Bo Prospect <bo@acme.example>'}
To: Anna Keller <anna@ours.example>
Subject: ${subject ?? `Re: ${SUBJECT}`}
Date: Fri, 18 Dec 2026 10:00:00 +0100
Message-ID: <r1@acme.example>
${more ?? ANSWERED}MIME-Version: 1.0
Content-Type: ${type ?? 'text/plain'}; charset=utf-8
Content-Transfer-Encoding: 8bit

${body}
`).subarray(more?.includes('Return-Path') ? 'Return-Path: \n'.length : 0);

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\n/g, '<br>');

const head = ({ outlook: [from, sent, to, subject] }: Quoting): string[] => [
  `${from} Anna Keller <anna@ours.example>`,
  `${sent} 16.12.2026 09:30`,
  `${to} Bo Prospect <bo@acme.example>`,
  `${subject} ${SUBJECT}`,
];

/** Programs that people write with, and how each quotes. */
export const ANSWER_PROGRAMS: Readonly<Record<string, (text: string, quoting: Quoting) => Uint8Array>> = {
  gmail: (text, quoting) => mail(`${text}\n\n${quoting.gmail}\n\n${marked}`),
  // Without a blank line, and broken where the line is full.
  gmail_folded: (text, quoting) => mail(`${text}\n${quoting.gmail.replace(' <', '\n<')}\n${marked}`),
  apple: (text, quoting) => mail(`${text}\n\n> ${quoting.apple}\n> \n${marked}`),
  iphone: (text, quoting) => mail(`${text}\n\n${quoting.telephone}\n\n> ${quoting.apple}\n> \n${marked}`),
  thunderbird: (text, quoting) =>
    mail(
      `<p>${escaped(text)}</p><div class="moz-cite-prefix">${escaped(quoting.thunderbird)}<br></div><blockquote type="cite">${escaped(OURS)}</blockquote>`,
      { type: 'text/html' },
    ),
  yahoo: (text, quoting) => mail(`${text}\n\n    ${quoting.yahoo}  \n \n ${OURS.replace(/\n/g, '\n ')}`),
  outlook: (text, quoting) => mail(`${text}\n\n${head(quoting).join('\n')}\n\n${OURS}`),
  outlook_web: (text, quoting) =>
    mail(
      `<div>${escaped(text)}</div><hr><div id="divRplyFwdMsg">${head(quoting)
        .map((line) => `<b>${escaped(line.replace(/:.*/, ':'))}</b>${escaped(line.replace(/^[^:]*:/, ''))}`)
        .join('<br>')}</div><div>${escaped(OURS)}</div>`,
      { type: 'text/html' },
    ),
  notes: (text, quoting) => {
    const [from = '', ...others] = head(quoting).map((line) => line.replace(/: /, ':        '));
    return mail(`${text}\n\n\n\n${[from, ...others].join('\n')}\n\n\n${OURS}`);
  },
};

interface Machine {
  readonly answer: (mark: string, text: string) => Uint8Array;
  readonly notice: (sender: string, subject: string, text: string) => Uint8Array;
}

const machine = (headers: string): Machine => ({
  answer: (mark, text) => mail(text, { subject: `${mark}${SUBJECT}`, more: `${ANSWERED}${headers}` }),
  notice: (sender, subject, text) =>
    mail(text, { from: `${sender}@acme.example`, subject, more: `${ANSWERED}${headers}` }),
});

/** Machines that answer for people, or send all else. */
export const MACHINES: Readonly<Record<string, Machine>> = {
  exchange: machine('Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\n'),
  vacation: machine('Auto-Submitted: auto-replied (vacation)\nPrecedence: bulk\n'),
  webmail: machine('X-Autoreply: yes\nPrecedence: bulk\n'),
  server: machine('Return-Path: <>\n'),
  // Nothing but the mark and the words.
  plain: machine(''),
};
