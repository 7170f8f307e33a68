import { describe, expect, it } from 'vitest';
import {
  findMailSettings,
  type SrvResolver,
} from '../../../../src/v2/service/channels/mail/settings/find-mail-settings.ts';
import { readAutoconfig } from '../../../../src/v2/service/channels/mail/settings/read-autoconfig.ts';

const nothing = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' }));
/** Name servers that know nothing but this. */
const knowing = (known: Partial<SrvResolver>): SrvResolver => ({
  resolveSrv: nothing,
  resolveMx: nothing,
  resolve4: nothing,
  resolve6: nothing,
  resolveNs: nothing,
  cancel: () => undefined,
  ...known,
});
const fetchText = async () => null;

describe('the mail servers of an address', () => {
  const asked: string[] = [];
  const company = knowing({
    async resolveSrv(name: string) {
      asked.push(name);
      const [service = '', , domain] = name.split('.');
      if (service === '_submissions' || domain !== 'company') return nothing();
      return [
        { name: `second${service}.net`, port: 1, priority: 20, weight: 0 },
        { name: `first${service}.net`, port: 2, priority: 10, weight: 0 },
      ];
    },
  });

  it('are those of a large provider, without asking anyone', async () => {
    asked.length = 0;
    expect(await findMailSettings('Ada@GMAIL.com', { resolver: company, fetchText })).toEqual({
      imap: { host: 'imap.gmail.com', port: 993, secure: true },
      smtp: { host: 'smtp.gmail.com', port: 465, secure: true },
    });
    expect(asked).toEqual([]);
  });

  it('are those that its domain publishes in SRV records, the best first', async () => {
    expect(await findMailSettings('ada@company.net', { resolver: company, fetchText })).toEqual({
      imap: { host: 'first_imaps.net', port: 2, secure: true },
      smtp: { host: 'first_submission.net', port: 2, secure: false },
    });
  });

  it('are those of the configuration for Thunderbird that it publishes, at either address', async () => {
    const at: string[] = [];
    const wellKnown = async (url: string) => {
      at.push(url);
      return url.includes('/.well-known/') ? CONFIGURATION : null;
    };
    expect(await findMailSettings('ada@office.net', { resolver: knowing({}), fetchText: wellKnown })).toEqual({
      imap: { host: 'imap.office.net', port: 993, secure: true },
      smtp: { host: 'smtp.office.net', port: 587, secure: false },
    });
    expect(at).toEqual([
      'https://autoconfig.office.net/mail/config-v1.1.xml?emailaddress=ada%40office.net',
      'https://office.net/.well-known/autoconfig/mail/config-v1.1.xml',
    ]);
  });

  it.each([
    ['aspmx.l.google.com', 'imap.gmail.com', 'smtp.gmail.com'],
    ['office-net.mail.protection.outlook.com', 'outlook.office365.com', 'smtp.office365.com'],
  ])('are those of the provider whom its mail goes to, %s', async (exchange, imap, smtp) => {
    const resolver = knowing({ resolveMx: async () => [{ exchange, priority: 10 }] });
    expect(await findMailSettings('ada@office.net', { resolver, fetchText })).toMatchObject({
      imap: { host: imap },
      smtp: { host: smtp },
    });
  });

  it("are none where nobody answers, where the provider is unknown, and of a name that is nobody's", async () => {
    const none = { imap: null, smtp: null };
    expect(
      await findMailSettings('ada@office.net', {
        resolver: knowing({}),
        fetchText: () => Promise.reject(new Error('timeout')),
      }),
    ).toEqual(none);
    const elsewhere = knowing({ resolveMx: async () => [{ exchange: 'mail.notgoogle.com', priority: 10 }] });
    expect(await findMailSettings('ada@office.net', { resolver: elsewhere, fetchText })).toEqual(none);
    asked.length = 0;
    expect(await findMailSettings('ada@company.test', { resolver: company, fetchText })).toEqual(none);
    expect(asked).toEqual([]);
  });
});

describe('a configuration for Thunderbird', () => {
  it('names servers with TLS alone, past those of other protocols', () => {
    expect(
      readAutoconfig(
        CONFIGURATION.replaceAll('<port>993</port> <socketType>SSL', '<port>993</port> <socketType>plain'),
      ),
    ).toEqual({
      imap: null,
      smtp: { host: 'smtp.office.net', port: 587, secure: false },
    });
  });

  it('is as none where it is something else', () => {
    for (const text of [
      '',
      '<html>not here</html>',
      CONFIGURATION.replaceAll('.office.net', '/../x y'),
      '<incomingServer type="imap">',
    ]) {
      expect(readAutoconfig(text)).toBeNull();
    }
  });
});

const CONFIGURATION = `<?xml version="1.0"?>
<clientConfig version="1.1"><emailProvider id="office.net">
  <!-- <incomingServer type="imap"><hostname>old.office.net</hostname><port>993</port><socketType>SSL</socketType></incomingServer> -->
  <incomingServer type="pop3"><hostname>pop.office.net</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
  <incomingServer type="imap">
    <hostname>imap.office.net</hostname> <port>993</port> <socketType>SSL</socketType>
    <username>%EMAILADDRESS%</username> <authentication>password-cleartext</authentication>
  </incomingServer>
  <outgoingServer type="smtp"><hostname> smtp.office.net </hostname><port>587</port><socketType>STARTTLS</socketType></outgoingServer>
</emailProvider></clientConfig>`;
