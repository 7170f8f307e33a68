import sax from 'sax';
import { isHostName } from '../../../../../shared/kit/host-name.ts';
import type { MailServer } from '../../../../contract/endpoints/login-body.ts';

export interface Published {
  readonly imap: MailServer | null;
  readonly smtp: MailServer | null;
}

/** A server element of the document; `type` is its attribute, the others are the texts of its children. */
type Described = Record<'element' | 'type' | 'hostname' | 'port' | 'socketType', string>;

const SERVERS = ['incomingServer', 'outgoingServer'];
const VALUES = ['hostname', 'port', 'socketType'] as const;

/** The first IMAP and the first SMTP server with TLS that a configuration for Thunderbird names; what is no XML is as none. */
export function readAutoconfig(xml: string): Published | null {
  const servers = serversIn(xml);
  const first = (element: string, type: string): MailServer | null =>
    servers
      .filter((one) => one.element === element && one.type === type)
      .flatMap((one) => usable(one) ?? [])
      .at(0) ?? null;
  const imap = first('incomingServer', 'imap');
  const smtp = first('outgoingServer', 'smtp');
  return imap || smtp ? { imap, smtp } : null;
}

/** Not one of them where the file breaks off or is not well-formed. */
function serversIn(xml: string): readonly Described[] {
  const found: Described[] = [];
  const open: string[] = [];
  const reader = sax.parser(true);
  const take = (text: string) => {
    const server = found.at(-1);
    const value = VALUES.find((name) => name === open.at(-1));
    if (server && value !== undefined && SERVERS.includes(open.at(-2) ?? '')) server[value] += text;
  };
  reader.onopentag = ({ name, attributes }) => {
    open.push(name);
    if (SERVERS.includes(name)) {
      found.push({ element: name, type: String(attributes.type ?? ''), hostname: '', port: '', socketType: '' });
    }
  };
  reader.onclosetag = () => void open.pop();
  reader.ontext = take;
  reader.oncdata = take;
  // It would go on after a mistake, and look back over all that is open at each.
  reader.onerror = (error) => {
    throw error;
  };
  try {
    reader.write(xml).close();
    return found;
  } catch {
    return [];
  }
}

function usable({ hostname, port: digits, socketType }: Described): MailServer | null {
  const host = hostname.trim();
  const port = Number(digits.trim());
  const socket = socketType.trim().toUpperCase();
  if (!isHostName(host) || !Number.isInteger(port) || port < 1 || port > 65_535) return null;
  return socket === 'SSL' || socket === 'STARTTLS' ? { host, port, secure: socket === 'SSL' } : null;
}
