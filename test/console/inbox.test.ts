import { describe, expect, it } from 'vitest';
import { filterOf, isOf, searchOf, VIEWS } from '../../src/app/console/inbox/filter-of.ts';
import { pickedTo, turned } from '../../src/app/console/inbox/picks.ts';
import { handleAll } from '../../src/app/console/parts/handle-all.ts';
import { readReceipt } from '../../src/app/console/settings/erasures/read-receipt.ts';

const IDS = ['a', 'b', 'c', 'd'];

describe('what is picked in the inbox', () => {
  it('is one more or one less', () => {
    expect([...turned(new Set(['a']), 'b')]).toEqual(['a', 'b']);
    expect([...turned(new Set(['a']), 'a')]).toEqual([]);
  });

  it('is all between two, in either direction, and the last alone where the first has gone', () => {
    expect([...pickedTo(new Set(['a']), IDS, 'b', 'd')]).toEqual(['a', 'b', 'c', 'd']);
    expect([...pickedTo(new Set(), IDS, 'c', 'a')]).toEqual(['a', 'b', 'c']);
    expect([...pickedTo(new Set(), IDS, 'gone', 'c')]).toEqual(['c']);
    expect([...pickedTo(new Set(), IDS, undefined, 'c')]).toEqual(['c']);
  });

  it('is handled one by one: where one fails, the others are done', async () => {
    const handled = await handleAll(IDS, async (id) => {
      if (id === 'b') throw new Error('answered meanwhile');
    });
    expect([...handled.done].sort()).toEqual(['a', 'c', 'd']);
    expect(handled.failed).toEqual([{ item: 'b', error: new Error('answered meanwhile') }]);
  });
});

it('looks for words everywhere, until somebody says where', () => {
  expect(filterOf({})).toEqual({ state: 'open', waiting_for: 'us' });
  expect(filterOf({ q: 'Ada' })).toEqual({ q: 'Ada' });
  expect(filterOf({ q: 'Ada', state: 'done' })).toEqual({ q: 'Ada', state: 'done' });
});

describe('a view that is narrowed', () => {
  const [ours, open, nobodys] = VIEWS;
  if (ours === undefined || open === undefined || nobodys === undefined) throw new Error('no views');

  it('asks for that alone, and for no channel that does not exist', () => {
    const narrowed = { label: 'interested', channel: 'email', account_id: 'acc_1', campaign_id: 'cmp_1' };
    expect(filterOf(narrowed)).toEqual({ ...narrowed, state: 'open', waiting_for: 'us' });
    expect(filterOf({ state: 'done', channel: 'pigeon' })).toEqual({ state: 'done' });
  });

  it('stays narrowed where another one is opened; of nobody is no colleague', () => {
    const words = { label: 'interested', assignee: 'usr_1', state: 'done', q: 'Ada' };
    expect(searchOf(open, words)).toEqual({ label: 'interested', assignee: 'usr_1', q: 'Ada', state: 'open' });
    expect(searchOf(nobodys, words)).toEqual({ label: 'interested', assignee: 'none', q: 'Ada', state: 'open' });
    expect(searchOf(open, { state: 'open', assignee: 'none' })).toEqual({ state: 'open' });
    // A search looks everywhere, which is no longer our turn.
    expect(searchOf(ours, words)).toEqual({ label: 'interested', assignee: 'usr_1' });
  });

  it('is the one that is open', () => {
    const opened = (words: object) => VIEWS.filter((view) => isOf(view, words)).map(({ title }) => title);
    expect(opened({ label: 'interested' })).toEqual(['Our turn']);
    expect(opened({ assignee: 'none' })).toEqual(['Our turn']);
    expect(opened({ state: 'open', assignee: 'usr_1' })).toEqual(['All open']);
    expect(opened({ state: 'open', assignee: 'none' })).toEqual(['Of nobody']);
    expect(opened({ q: 'Ada' })).toEqual([]);
    expect(opened({ q: 'Ada', state: 'done' })).toEqual(['Done']);
  });
});

it('takes no other file for a receipt', () => {
  expect(readReceipt('not JSON')).toBeNull();
  expect(readReceipt('{"receipt_id": "era_1"}')).toBeNull();
  const receipt = { receipt_id: 'era_1', at: '', erased: [], kept: [], subject: {}, digest: '', signature: '' };
  expect(readReceipt(JSON.stringify(receipt))).toEqual(receipt);
});
