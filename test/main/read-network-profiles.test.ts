import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { readNetworkProfiles } from '../../src/app/main/read-network-profiles.ts';
import { profileOf } from '../../src/core/calendar/network-profile.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limits-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (text: string) => {
  writeFileSync(join(folder, 'tier.yaml'), text);
  return readNetworkProfiles({ OVERTURE_LIMITS: folder });
};

describe('network profiles', () => {
  it('are read from a folder, by name', () => {
    const text =
      'for: { platform: professional }\ncaps: { invites: [20/day, 80/week], visits: 80/day }\nnote_length: 200\n';
    expect(read(text)).toEqual([
      {
        name: 'tier',
        for: { platform: 'professional' },
        caps: {
          invite: [
            { count: 20, per: 'day' },
            { count: 80, per: 'week' },
          ],
          visit: [{ count: 80, per: 'day' }],
        },
        note_length: 200,
      },
    ]);
  });

  it.each([
    ['a key that is none', 'caps: { invitations: 5/day }', 'caps.invitations: unknown field "invitations"; '],
    ['a limit that is none', 'caps: { invites: 5/month }', 'is not a limit'],
    ['a note that no network takes', 'caps: {}\nnote_length: 900', 'note_length'],
    ['text that is no YAML', 'caps: {', 'tier.yaml cannot be used'],
    ['an empty file', '', 'the file'],
  ])('are refused with their file for %s', (_name, text, problem) => {
    expect(() => read(text)).toThrow(problem);
    expect(() => read(text)).toThrow('tier.yaml');
  });

  it('are refused where their folder is not there', () => {
    expect(() => readNetworkProfiles({ OVERTURE_LIMITS: join(folder, 'gone') })).toThrow('there is no folder');
  });

  it('may be none', () => {
    expect(readNetworkProfiles({ OVERTURE_LIMITS: folder })).toEqual([]);
  });
});

describe('the profiles that come with Overture', () => {
  const profiles = readNetworkProfiles({});
  const nameOf = (account: Partial<Parameters<typeof profileOf>[0]>) =>
    profileOf({ platform: 'professional', products: ['classic'], email: null, ...account }, profiles)?.name;

  it('are those of every tier', () => {
    expect(profiles.map(({ name }) => name)).toEqual([
      'email',
      'email-gmail',
      'email-google-workspace',
      'email-microsoft-365',
      'email-outlook',
      'messenger',
      'professional-free',
      'professional-premium',
      'professional-recruiter',
      'professional-sales-navigator',
    ]);
  });

  it.each([
    ['without a seat is treated as free', {}, 'professional-free'],
    ['with a premium seat', { products: ['classic', 'premium_navigator'] }, 'professional-sales-navigator'],
    ['with a recruiter seat', { products: ['recruiter'] }, 'professional-recruiter'],
    ['with a profile that a person chose', { profile: 'professional-premium' }, 'professional-premium'],
    ['with a chosen profile that is gone', { profile: 'professional-gone' }, 'professional-free'],
    ['of the messenger', { platform: 'messenger', products: [] }, 'messenger'],
    ['a mailbox anywhere', { platform: 'email', products: [], email: 'a@acme.example' }, 'email'],
    ['a mailbox of a host that is known', { platform: 'email', products: [], email: 'A@Hotmail.com' }, 'email-outlook'],
  ] as const)('an account %s', (_name, account, expected) => {
    expect(nameOf(account)).toBe(expected);
  });
});

it('takes from the build what the YAML of our own profiles says', () => {
  const built = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'dist/limits.json'), 'utf8'));
  const texts = readdirSync(join(PACKAGE_ROOT, 'limits')).map((name) =>
    readFileSync(join(PACKAGE_ROOT, 'limits', name), 'utf8'),
  );
  expect(built).toEqual(Object.fromEntries(texts.map((text) => [text, parse(text)])));
});
