import { createHttpDialer } from '../../../../../shared/dial/create-http-dialer.ts';
import { foreign } from '../../../../../shared/dial/policies.ts';
import { isHostName } from '../../../../../shared/kit/host-name.ts';
import { type Published, readAutoconfig } from './read-autoconfig.ts';

/** The text at an HTTPS address, or null where there is none. */
export type FetchText = (url: string) => Promise<string | null>;

/** Wall milliseconds of one fetch, and the bytes that it may bring. */
const TIMEOUT = 3000;
const MAX_BYTES = 64 * 1024;

/** Asks for the settings that a domain publishes for Thunderbird (config-v1.1.xml); null: it publishes none. */
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
