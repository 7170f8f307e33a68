import { describe, expect, it } from 'vitest';
import {
  EMPTY_DRAFT,
  readDraft,
  requestOf,
  takesDifferences,
} from '../../src/app/console/campaigns/begin/campaign-draft.ts';
import { headersOf } from '../../src/app/console/campaigns/begin/headers-of.ts';
import { inWords, whoIsAsked } from '../../src/app/console/campaigns/campaign-address.ts';
import { type Campaign, stateOf } from '../../src/app/console/campaigns/campaign-words.ts';
import { placeOf } from '../../src/app/console/campaigns/forecast/days.ts';
import { resultsFile } from '../../src/app/console/campaigns/people/results-file.ts';
import { sourceInWords } from '../../src/app/console/campaigns/source/source-in-words.ts';

const NAMED = { ...EMPTY_DRAFT, name: ' March ', sequence: 'hello' };

describe('the form of a new campaign', () => {
  it('says what is still missing, of the chosen source alone', () => {
    expect(requestOf(EMPTY_DRAFT, null)).toEqual({
      ok: false,
      missing: ['a name', 'a sequence', 'the account that reads it', 'the job'],
    });
    expect(requestOf({ ...NAMED, source: 'people', weight: '101' }, null)).toEqual({
      ok: false,
      missing: ['a weight from 1 to 100', 'a person'],
    });
    expect(requestOf({ ...NAMED, source: 'search', account_id: 'acc_1', count: '1001' }, null)).toMatchObject({
      missing: ['a filter', 'how many, up to 1,000'],
    });
  });

  it('asks for candidates and searches as the API takes them', () => {
    const candidates = { ...NAMED, account_id: 'acc_1', job_id: ' 4000000001 ', follows: true };
    expect(requestOf(candidates, null)).toMatchObject({
      asked: {
        body: {
          ...{ name: 'March', sequence: 'hello', weight: 1 },
          source: {
            candidates: {
              ...{ account_id: 'acc_1', job_id: '4000000001', include_rejected: false, follow: 'daily' },
              ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED'],
            },
          },
        },
      },
    });
    const search = {
      ...NAMED,
      source: 'search' as const,
      account_id: 'acc_1',
      filters: { title: ' CTO ', keyword: ' ' },
    };
    const request = requestOf(search, null);
    expect(request.ok && 'body' in request.asked && request.asked.body.source).toEqual({
      search: { account_id: 'acc_1', count: 100, title: 'CTO' },
    });
  });

  it('sends a file as it is, with the columns that somebody has named', () => {
    const file = new Blob(['a']);
    const request = requestOf({ ...NAMED, source: 'file', mapping: { Firma: 'company', Note: '' } }, file);
    expect(request).toMatchObject({ asked: { query: { mapping: '{"Firma":"company"}' }, file: { content: file } } });
    expect(request).not.toHaveProperty('asked.query.encoding');
    const encoded = requestOf({ ...NAMED, source: 'file', encoding: 'windows-1252' }, file);
    expect(encoded).toMatchObject({ asked: { query: { encoding: 'windows-1252' } } });
  });

  it('asks that what a file says otherwise is taken, where the form says so', () => {
    const file = new Blob(['a']);
    const asked = (updates: boolean) => requestOf({ ...NAMED, source: 'file', updates }, file);
    expect(asked(false)).not.toHaveProperty('asked.query.update');
    expect(takesDifferences(asked(false))).toBe(false);
    expect(asked(true)).toMatchObject({ asked: { query: { update: true } } });
    expect(takesDifferences(asked(true))).toBe(true);
  });

  it('reads what an earlier build has kept, and takes what is of no kind as empty', () => {
    expect(readDraft({ name: 'March', ratings: 'all', source: 'post', people: null })).toEqual({
      ...EMPTY_DRAFT,
      name: 'March',
    });
    expect(readDraft('nonsense')).toEqual(EMPTY_DRAFT);
  });

  it('names the columns of a file that nobody could read yet', () => {
    expect(headersOf('\uFEFFName;"Last; first";E-Mail\nAda;x;y')).toEqual(['Name', 'Last; first', 'E-Mail']);
    expect(headersOf('')).toEqual([]);
  });
});

describe('the address of a campaign', () => {
  it('asks by where people stand, until it names a number of the results', () => {
    expect(whoIsAsked({ view: 'people', status: 'active', node: '2-wait' })).toEqual({
      by: 'standing',
      query: { status: 'active', node: '2-wait' },
    });
    expect(whoIsAsked({ status: 'nonsense' })).toEqual({ by: 'standing', query: {} });
    const asked = whoIsAsked({ step: '2-invite', result: 'done', accepted: 'true', replied: 'maybe' });
    expect(asked).toEqual({ by: 'result', query: { step: '2-invite', result: 'done', accepted: true } });
    const titles = new Map([['2-invite', 'Invite']]);
    expect(inWords(asked, titles)).toBe('reached “Invite”: done, accepted');
    expect(inWords(whoIsAsked({ node: '2-invite' }), titles)).toBe('at “Invite”');
    // Of another sequence that people went on in, or until it is known.
    expect(inWords(asked, new Map())).toBe('reached a step: done, accepted');
  });

  it('can ask for those of a group who have no value, as a file too', () => {
    const asked = whoIsAsked({ by: 'vars.size', group: '-', judged: 'false' });
    expect(asked.query).toEqual({ by: 'vars.size', group: '', judged: false });
    expect(inWords(asked, new Map())).toBe('not judged, vars.size: without one');
    expect(resultsFile('cmp_1', asked)).toBe('/api/campaigns/cmp_1/results.csv?group=&judged=false&by=vars.size');
    expect(whoIsAsked({ by: 'drop table', group: 'x' }).query).toEqual({ group: 'x' });
  });
});

describe('the words of a campaign', () => {
  const counts = { enrolled: 1200, finished: 200, needs_person: 3, pending: 0, queued: 0 };
  const campaign = (about: object): Campaign =>
    // What is said of it reads no more than these.
    ({ status: 'running', paused: null, error: null, counts, ...about }) as Campaign;

  it('say what it waits for, or what is left of it', () => {
    expect(stateOf(campaign({}))).toBe('1,000 people not at their end, 3 need a person.');
    expect(stateOf(campaign({ status: 'paused', paused: { note: 'budget.', by_itself: false } }))).toBe(
      'Paused: budget.',
    );
    const stopped = { status: 'stopped', stopped: { note: 'no budget.', at: '2026-11-02T08:00:00Z' } };
    expect(stateOf(campaign({ ...stopped, counts: { ...counts, pending: 400 } }))).toBe(
      'Stopped for good: no budget. 400 rows still to come: nobody of them enters.',
    );
    expect(stateOf(campaign({ counts: { ...counts, finished: 1200, needs_person: 0 } }))).toBe(
      'All have come to their end.',
    );
  });

  it('say where its people come from', () => {
    expect(sourceInWords({ candidates: { job_id: '7', ratings: ['NOT_A_FIT'], include_rejected: true } })).toBe(
      'The candidates of the job 7 rated not a fit, the rejected ones too.',
    );
    expect(sourceInWords({ search: { account_id: 'a', count: 5, company_name: ['Acme', 'Initech'] } })).toBe(
      'A people search of at most 5: company name Acme, Initech.',
    );
  });

  it('place a day between now and the last one', () => {
    const now = Date.parse('2026-03-02T00:00:00Z');
    expect(placeOf('2026-03-07', now, '2026-03-12')).toBe(50);
    expect(placeOf('2026-03-01', now, '2026-03-12')).toBe(0);
    expect(placeOf('2026-03-02', now, '2026-03-02')).toBe(100);
  });
});
