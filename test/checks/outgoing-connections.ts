// All outgoing connections go through the dialer (docs/decisions/one-dialer.md). What can open another one stands in this list, with its
// reason; what stands there and is not needed any more has to go.
import { readdirSync, readFileSync } from 'node:fs';
import { findOutgoing } from './find-outgoing.ts';

interface Listed {
  /** A file, or a folder with its `/`. */
  readonly where: string;
  readonly what: readonly string[];
  readonly because: string;
}

const LISTED: readonly Listed[] = [
  { where: 'src/shared/dial/', what: ['undici', 'net', 'dns'], because: 'the dialer itself' },
  // Policy "configured": libraries that are given an address of the operator's configuration and no other.
  { where: 'src/shared/postgres/', what: ['pg'], because: 'DATABASE_URL and V2_DATABASE_URL' },
  { where: 'src/app/main/', what: ['pg'], because: 'the same, before a role starts; and the server that it starts' },
  { where: 'src/runtime/temporal/', what: ['@temporalio/client', '@temporalio/worker'], because: 'TEMPORAL_ADDRESS' },
  { where: 'src/app/main/temporal/', what: ['@temporalio/client'], because: 'the same, and the server that it starts' },
  {
    where: 'src/app/main/temporal/find-temporal.ts',
    what: ['@temporalio/testing'],
    because: 'downloads the server from where Temporal publishes it, on a machine that has none',
  },
  // Policy "foreign": libraries that are given what the dialer checked.
  {
    where: 'src/v2/service/channels/mail/connections/open-imap.ts',
    what: ['imapflow'],
    because: 'dials the IP address that `dial` checked',
  },
  {
    where: 'src/v2/service/channels/mail/connections/open-smtp.ts',
    what: ['nodemailer'],
    because: 'speaks on a socket that the dialer opened',
  },
  {
    where: 'src/v2/service/channels/mail/connections/raw-mail.ts',
    what: ['nodemailer'],
    because: 'gives a mail to a transport that open-smtp.ts made',
  },
  {
    where: 'src/v2/service/channels/mail/sending/compose-mail.ts',
    what: ['nodemailer'],
    because: 'writes a mail; it may read no URL (disableUrlAccess)',
  },
  // Policy "this machine".
  {
    where: 'src/app/demo/mail-server/',
    what: ['imapflow', 'nodemailer'],
    because: 'the mail server of the demo and of tests, which it started itself on 127.0.0.1',
  },
  { where: 'src/app/demo/people/write-answer.ts', what: ['nodemailer'], because: 'writes a mail of texts' },
  { where: 'src/app/main/free-port.ts', what: ['dgram'], because: 'holds a port number; sends nothing' },
  // Name servers: questions alone, to those of the system.
  { where: 'src/runtime/deliverability/dns.ts', what: ['dns'], because: 'asks for the records of a domain' },
  {
    where: 'src/v2/service/channels/mail/settings/',
    what: ['dns'],
    because: 'asks for the records of a domain; the hosts in them are dialed by `dial`',
  },
  {
    where: 'src/v2/service/channels/look-up-mail-server.ts',
    what: ['dns'],
    because: 'asks where the mail of a domain goes; nothing is dialed',
  },
  // No connection at all.
  { where: 'src/v2/client/leaving-before.ts', what: ['undici'], because: 'tells a dispatcher by its class' },
  {
    where: 'src/app/console/shell/session.ts',
    what: ['fetch'],
    because: 'runs in the browser, and asks where it came from',
  },
  { where: 'src/app/console/data/readiness.ts', what: ['fetch'], because: 'the same' },
  {
    where: 'src/app/console/data/send-file.ts',
    what: ['XMLHttpRequest'],
    because: 'the same; nothing else says in a browser how far a request is',
  },
  { where: 'src/v2/service/hosted-pages/assets/', what: ['fetch'], because: 'the same' },
  {
    where: 'src/app/api-client/client-of.ts',
    what: ['fetch'],
    because: 'runs in a page or in programs of others; our own hand it the dialer',
  },
];

const files = ['src', 'activities', 'workflows'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]s$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
const needed = new Set<string>();
let violations = 0;
for (const path of files) {
  for (const { line, what } of findOutgoing(path, readFileSync(path, 'utf8'))) {
    const listed = LISTED.find((one) => one.what.includes(what) && isIn(path, one.where));
    if (listed) needed.add(`${listed.where} ${what}`);
    else {
      violations++;
      console.error(
        `${path}:${line} opens connections past the dialer (${what}): use src/shared/dial, or list it with its reason`,
      );
    }
  }
}
for (const { where, what } of LISTED) {
  for (const one of what.filter((name) => !needed.has(`${where} ${name}`))) {
    violations++;
    console.error(`${where}: is listed for ${one}, which it does not use`);
  }
}
console.log(`outgoing connections: ${files.length} files, ${violations} violations`);
if (files.length === 0 || violations > 0) process.exitCode = 1;

function isIn(path: string, where: string): boolean {
  return where.endsWith('/') ? path.startsWith(where) : path === where;
}
