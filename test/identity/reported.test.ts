import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { emptying } from '../support/empty-tables.ts';

/** A fault with names that users of other software have reported, with names of our own. */
interface Reported {
  readonly what: string;
  readonly after: string;
  /** On the do-not-contact list. */
  readonly listed?: Readonly<Record<string, string>>;
  readonly column: 'email' | 'phone_number' | 'profile_url';
  /** A text, the country beside it, and what becomes of the row: its code, its status, or why it is refused. */
  readonly rows: readonly (readonly [text: string, country: string, becomes: string])[];
}

const REPORTED: readonly Reported[] = [
  {
    what: 'a list in capitals',
    after: 'https://github.com/Mailtrain-org/mailtrain/issues/631',
    listed: { email: 'ada@x.example' },
    column: 'email',
    rows: [
      ['ADA@X.EXAMPLE', '', 'suppressed'],
      ['Ben@x.example', '', 'created'],
      ['ben@X.example', '', 'duplicate'],
    ],
  },
  {
    what: 'what nobody sees around an address',
    after: 'https://github.com/knadh/listmonk/issues/1845, https://github.com/Notifuse/notifuse/issues/223',
    listed: { email: '\u200eada@x.example' },
    column: 'email',
    rows: [
      ['\ufeffada@x.example', '', 'suppressed'],
      ['ada@x.example\u00a0', '', 'suppressed'],
      ['mailto:\u200bada@x.example', '', 'suppressed'],
      ['ada\u00a0@x.example', '', 'write ada@x.example'],
    ],
  },
  {
    what: 'an address that hides another one',
    after: 'https://github.com/nodemailer/nodemailer/issues/1766, https://github.com/loopingz/smtp-relay/pull/254',
    listed: { email: 'ada@y.example' },
    column: 'email',
    rows: [
      ['"ada@y.example l"@x.example', '', 'it has more than one @'],
      ['ada@x.example(l).y.example', '', 'it has a comment'],
      ['Ada:ada@y.example', '', 'it has a colon'],
      ['ada%y.example@x.example', '', 'the way to another address'],
      ['=?utf-8?q?ada=40y.example?=@x.example', '', 'it has an encoded word'],
    ],
  },
  {
    what: 'a domain that is half in punycode',
    after: 'https://github.com/mailgun/flanker/pull/160',
    listed: { domain: 'bücher.xn--mnchen-3ya.example' },
    column: 'email',
    rows: [
      ['ada@mail.xn--bcher-kva.münchen.example', '', 'suppressed'],
      ['ada@xn--BCHER-kva.XN--MNCHEN-3YA.example', '', 'suppressed'],
      ['ada@bucher.münchen.example', '', 'created'],
    ],
  },
  {
    what: 'a zero between the country code and the number',
    after: 'https://github.com/chobbledotcom/tickets/pull/637',
    listed: { phone_number: '+44 161 123 4567' },
    column: 'phone_number',
    rows: [
      ['+44 0161 1234567', '', 'suppressed'],
      ['+44(0)161-123-4567', '', 'suppressed'],
      ['(44) 0161 1234567', 'GB', 'suppressed'],
      ['441611234567.0', 'GB', 'suppressed'],
      ['44 0161 1234567', '', 'write +441611234567, if that is the number, or give the country'],
    ],
  },
  {
    what: 'national and international numbers in one file',
    after: 'https://github.com/nyaruka/rapidpro/pull/6998, https://github.com/floere/phony/issues/18',
    column: 'phone_number',
    rows: [
      ['+250788382382', '', 'created'],
      ['0788382382', 'RW', 'duplicate'],
      ['0788382382', '', 'give the country'],
      ['6509496092', 'US', 'created'],
      ['+1 650 949 6092', '', 'duplicate'],
      ['2.5078838E+11', 'RW', 'a spreadsheet has rounded it'],
    ],
  },
  {
    what: 'a profile of a country, with an accent',
    after: 'https://github.com/borisghidaglia/meet-hn/issues/7, https://github.com/gkucmierz/social-links/issues/49',
    listed: { profile_url: 'https://www.network.example/in/ren%C3%A9e-1a2b' },
    column: 'profile_url',
    rows: [
      ['https://fr.network.example/in/rene%CC%81e-1a2b/?originalSubdomain=fr', '', 'suppressed'],
      ['network.example/in/RENÉE-1a2b', '', 'suppressed'],
      ['https://network.example/in/renee-1a2b', '', 'created'],
    ],
  },
  {
    what: 'an address that leads somewhere else',
    after: 'https://github.com/stickerdaniel/linkedin-mcp-server/issues/748',
    column: 'profile_url',
    rows: [
      ['https://network.example/in/ada/../../feed', '', 'its address has no /in/'],
      [
        'https://network.example/in/https://de.network.example/in/ada',
        '',
        'it has signs that no name of a profile has',
      ],
      ['Y', '', 'tells no profile'],
    ],
  },
];

let api: ApiBench;
let forgetAll: () => Promise<void>;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  forgetAll = await emptying(api.db, ['leads', 'identities', 'enrollments', 'suppressions', 'campaigns', 'outbox']);
});
afterEach(() => forgetAll());
afterAll(() => api.close());

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const noticed = async (): Promise<number> => {
  const { rows } = await api.db.query('select (select count(*) from leads) + (select count(*) from identities) as all');
  return Number(rows[0]?.all);
};

describe.each(REPORTED)('$what', ({ listed, column, rows }) => {
  const list = async () => {
    if (listed !== undefined) expect((await api.call('POST', '/api/suppressions', listed)).status).toBe(201);
  };

  it('is what it is in a file', async () => {
    await list();
    const lines = rows.map(([text, country]) => ['Ada', quoted(text), country].join(','));
    const csv = [`first_name,${column},country`, ...lines].join('\n');
    const { body } = await api.call('POST', '/api/campaigns', { name: 'C', sequence: 'hello', source: { csv } });
    await importPage({ ...api, v2: { call: () => Promise.reject(new Error('nothing is read')) } })({
      ...{ campaign_id: body.id, offset: 0 },
    });
    const { items } = (await api.call('GET', `/api/campaigns/${body.id}/rows?sort=row`)).body;
    for (const [at, [text, , becomes]] of rows.entries())
      expect([items[at].status, items[at].code, items[at].message].join(' '), text).toContain(becomes);
  });

  it('is the same in a request, which keeps nothing of what it refuses', async () => {
    await list();
    for (const [text, country, becomes] of rows) {
      const before = await noticed();
      const lead = { first_name: 'Ada', [column]: text, ...(country === '' ? {} : { country }) };
      const { status, body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
      const code = status === 201 ? 'created' : body.code;
      expect([code, body.detail].join(' '), text).toContain(becomes);
      if (code === 'invalid_lead') expect(await noticed(), text).toBe(before);
    }
  });
});
