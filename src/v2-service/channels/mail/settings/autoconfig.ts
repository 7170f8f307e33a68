import type { MailServer } from '../../../../contract/endpoints/login-body.ts';
import { createHttpDialer } from '../../../../dial/create-http-dialer.ts';
import { foreign } from '../../../../dial/policies.ts';
import { isHostName } from '../../../../kit/host-name.ts';

/** The text at an HTTPS address, or null where there is none. */
export type FetchText = (url: string) => Promise<string | null>;

interface Published {
  readonly imap: MailServer | null;
  readonly smtp: MailServer | null;
}

/** Wall milliseconds of one fetch, and the bytes that it may bring. */
const TIMEOUT = 3000;
const MAX_BYTES = 64 * 1024;

/** What a domain publishes for Thunderbird (config-v1.1.xml); null: nothing. */
export async function askAutoconfig(
  email: string,
  domain: string,
  fetchText: FetchText = fetchPublicText,
): Promise<Published | null> {
  if (!isHostName(domain)) return null;
  const urls = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(email)}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ];
  const texts = await Promise.all(urls.map((url) => fetchText(url).catch(() => null)));
  const found = texts.map((text) => (text === null ? null : readAutoconfig(text)));
  return found.find((one) => one?.imap && one.smtp) ?? found.find((one) => one !== null) ?? null;
}

/**
 * The first IMAP and the first SMTP server with TLS that it names. Not all of XML is read: servers without attributes of interest,
 * comments or nesting of their own kind, which is how these files are written; another file is as none.
 */
export function readAutoconfig(xml: string): Published | null {
  const text = xml.replace(/<!--.*?-->/gs, '');
  const imap = serverIn(text, 'incomingServer', 'imap');
  const smtp = serverIn(text, 'outgoingServer', 'smtp');
  return imap || smtp ? { imap, smtp } : null;
}

function serverIn(xml: string, element: string, type: string): MailServer | null {
  for (const [, attributes = '', inner = ''] of xml.matchAll(
    new RegExp(`<${element}\\b([^>]*)>(.*?)</${element}>`, 'gs'),
  )) {
    if (!new RegExp(`\\btype\\s*=\\s*["']${type}["']`).test(attributes)) continue;
    const host = valueIn(inner, 'hostname');
    const port = Number(valueIn(inner, 'port'));
    const socket = valueIn(inner, 'socketType')?.toUpperCase();
    const sane = host !== null && /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host);
    if (!sane || !Number.isInteger(port) || port < 1 || port > 65_535) continue;
    if (socket === 'SSL' || socket === 'STARTTLS') return { host, port, secure: socket === 'SSL' };
  }
  return null;
}

const valueIn = (xml: string, element: string): string | null =>
  new RegExp(`<${element}>\\s*([^<]*?)\\s*</${element}>`).exec(xml)?.[1] ?? null;

/** Dials public addresses alone, and follows no redirect. */
async function fetchPublicText(url: string): Promise<string | null> {
  const http = createHttpDialer(foreign({ allow_private: false }), { connect_timeout: TIMEOUT });
  try {
    const { statusCode, body } = await http.request(url, { signal: AbortSignal.timeout(TIMEOUT) });
    if (statusCode !== 200) return null;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    await http.destroy();
  }
}
