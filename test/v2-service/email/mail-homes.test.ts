import { describe, expect, it } from 'vitest';
import type { MailServer } from '../../../src/v2/service/channels/look-up-mail-server.ts';
import { createMailHomes, isHomeCourt } from '../../../src/v2/service/channels/mail-provider.ts';

const SERVERS: Readonly<Record<string, string>> = {
  'works.com': 'aspmx.l.google.com',
  'office.com': 'office-com.mail.protection.outlook.com',
  'one.co.uk': 'mx1.mailhost.co.uk',
  'two.org': 'mx2.mailhost.co.uk',
  'three.co.uk': 'mail.three.co.uk',
};

function homesOver(answers: (domain: string) => MailServer | Promise<MailServer>) {
  const asked: string[] = [];
  let now = 0;
  const homes = createMailHomes(
    async (domain) => {
      asked.push(domain);
      return answers(domain);
    },
    () => now,
  );
  return { homes, asked, pass: (ms: number) => (now += ms) };
}
const known = (domain: string): MailServer => {
  const mx = SERVERS[domain];
  return mx === undefined ? { kind: 'none' } : { kind: 'host', mx };
};

describe('whose servers take the mail of an address [record/email_receipt.*]', () => {
  it('is read from the MX of its domain, which gives its bucket and its home', async () => {
    const { homes } = homesOver(known);
    const addresses = [
      'a@works.com',
      'b@gmail.com',
      'c@office.com',
      'd@one.co.uk',
      'e@two.org',
      'f@three.co.uk',
      'g@none.org',
    ];
    const found = await homes.find(addresses);
    expect(addresses.map((one) => found.get(one)?.esp)).toEqual([
      'google',
      'google',
      'microsoft',
      'other',
      'other',
      'other',
      'other',
    ]);
    expect(isHomeCourt(found, 'a@works.com', 'b@gmail.com')).toBe(true);
    expect(isHomeCourt(found, 'd@one.co.uk', 'e@two.org')).toBe(true);
    expect(isHomeCourt(found, 'd@one.co.uk', 'f@three.co.uk')).toBe(false);
    expect(isHomeCourt(found, 'a@works.com', 'c@office.com')).toBe(false);
  });

  it('is asked once for many at a time, and again after an hour', async () => {
    const { homes, asked, pass } = homesOver(known);
    await Promise.all([homes.find(['a@works.com', 'b@Works.com']), homes.find(['c@works.com'])]);
    await homes.find(['d@works.com']);
    expect(asked).toEqual(['works.com']);
    pass(3_600_001);
    await homes.find(['d@works.com']);
    expect(asked).toEqual(['works.com', 'works.com']);
  });

  it("is read from the address where no name server answers, and nobody is asked about names that are nobody's", async () => {
    const { homes, asked } = homesOver(() => new Promise(() => undefined));
    const found = await homes.find(['a@works.com', 'b@gmail.example', 'c@agency.example']);
    expect(found.get('a@works.com')).toEqual({ esp: 'other', home: 'works.com' });
    expect(found.get('b@gmail.example')?.esp).toBe('google');
    expect(asked).toEqual(['works.com']);
  });
});
