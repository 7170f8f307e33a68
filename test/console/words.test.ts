import { afterEach, describe, expect, it } from 'vitest';
import { ApiProblem } from '../../src/app/api-client/api-problem.ts';
import { connection } from '../../src/app/console/data/connection.ts';
import { noteServerTime, wallNow } from '../../src/app/console/data/wall-clock.ts';
import { formatDistance, formatTime } from '../../src/app/console/parts/format-time.ts';
import { nameOfLead } from '../../src/app/console/parts/lead-name.ts';
import { sayProblem } from '../../src/app/console/parts/say-problem.ts';
import { words } from '../../src/app/console/parts/search.ts';
import { partyInWords, sizeInWords } from '../../src/app/console/people/mails/mail-words.ts';
import { changesInWords } from '../../src/app/console/settings/audit-words.ts';
import { CodedError } from '../../src/shared/kit/coded-error.ts';

describe('times of the console', () => {
  const at = Date.parse('2026-03-02T23:30:00Z');

  it('are shown in the zone of the page, with the year only where it is another', () => {
    expect(formatTime(at, 'Europe/Paris', at)).toBe('Tue 3 Mar 00:30');
    expect(formatTime(at, 'America/New_York', at)).toBe('Mon 2 Mar 18:30');
    expect(formatTime(at, 'UTC', Date.parse('2027-01-01T00:00:00Z'))).toBe('Mon 2 Mar 2026 23:30');
  });

  it('are as far away as their largest unit says, never further', () => {
    expect(formatDistance(at + 2 * 86_400_000 + 3_600_000, at)).toBe('in 2 days');
    expect(formatDistance(at - 119 * 60_000, at)).toBe('1 hour ago');
    expect(formatDistance(at + 59_000, at)).toBe('now');
  });
});

describe('mails of the console', () => {
  it('name each party once', () => {
    expect(partyInWords({ name: 'Ada Byron', email: 'ada@analytical.example' })).toBe(
      'Ada Byron <ada@analytical.example>',
    );
    for (const name of ['', 'ada@analytical.example'])
      expect(partyInWords({ name, email: 'ada@analytical.example' })).toBe('ada@analytical.example');
  });

  it('say how large a file is', () => {
    expect([900, 2048, 1_572_864].map(sizeInWords)).toEqual(['900 B', '2 KB', '1.5 MB']);
  });
});

describe('the audit log of the console', () => {
  it('says what is different, and of what is new what it is', () => {
    expect(changesInWords({ weight: 1, note: null }, { weight: 3, note: 'filled' })).toBe(
      'weight: 1 → 3, note: none → filled',
    );
    expect(changesInWords(null, { name: 'ci', scopes: ['read'] })).toBe('name: ci, scopes: ["read"]');
    expect(changesInWords({ state: 'paused' }, null)).toBe('state: paused → none');
    expect(changesInWords(null, null)).toBe('');
  });
});

describe('the clock of the computer', () => {
  const noteTime = (ahead: number) => noteServerTime(new Date(Date.now() + ahead).toUTCString());
  const apart = () => wallNow() - Date.now();
  afterEach(() => noteTime(0));

  it('is gone by while it is right to some seconds', () => {
    noteTime(2000);
    expect(apart()).toBe(0);
    expect(connection.get().clockIsBehind).toBe(0);
  });

  it("is corrected by the server's where it is not, which is said from five minutes on", () => {
    noteTime(60_000);
    expect(Math.abs(apart() - 60_000)).toBeLessThan(2000);
    expect(connection.get().clockIsBehind).toBe(0);
    noteTime(-3 * 60 * 60_000);
    expect(connection.get().clockIsBehind).toBe(-180);
    // A proxy may take the header away.
    noteServerTime(null);
    expect(connection.get().clockIsBehind).toBe(-180);
  });
});

describe('errors of the console', () => {
  const refused = (status: number, more: object = {}) =>
    new ApiProblem({ type: 'about:blank', title: 'x', status, code: 'x', detail: 'The name is empty.', ...more });

  it('say what happened and every field that is wrong', () => {
    expect(sayProblem(refused(403)).title).toBe('You may not do this');
    const { text } = sayProblem(refused(422, { errors: [{ field: 'name', message: 'must not be empty' }] }));
    expect(text).toBe('The name is empty. · name must not be empty');
    const once = refused(422, { errors: [{ field: 'name', message: 'The name is empty.' }] });
    expect(sayProblem(once).text).toBe('The name is empty.');
  });

  it('say that what was typed is kept while the server is away', () => {
    expect(sayProblem(new CodedError('unreachable', 'x')).text).toContain('What you typed is still here');
  });
});

describe('an address of the console', () => {
  it('gives the words of the page, and leaves out what is empty or of no page', () => {
    expect(words('q', 'status')({ q: 'ada', status: '', other: 1 })).toEqual({ q: 'ada' });
    expect(words('q')({ q: 7 })).toEqual({ q: '7' });
  });
});

describe('the name of a person', () => {
  it('is what is known of them, and says so where they were erased', () => {
    expect(nameOfLead({ first_name: 'Ada', last_name: null })).toBe('Ada');
    expect(nameOfLead({ first_name: null, email: 'a@x.example' })).toBe('a@x.example');
    expect(nameOfLead({})).toBe('Without a name');
    expect(nameOfLead(null)).toBe('Erased person');
  });
});
