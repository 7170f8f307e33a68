import { describe, expect, it } from 'vitest';
import { MEANING_OF_CODE, MEANING_OF_SUB_CODE, meaningOf } from '../../activities/refusals.ts';
import { ERROR_STATUS, SUB_CODES } from '../../src/contract/errors.ts';

describe('the table of refusals', () => {
  it('has exactly one meaning for every code and sub-code of the contract', () => {
    expect(Object.keys(MEANING_OF_CODE).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
    expect(Object.keys(MEANING_OF_SUB_CODE).sort()).toEqual([...SUB_CODES].sort());
  });

  it('reads a sub-code it does not know, and a code it does not know, as a failure', () => {
    expect(meaningOf('invite', { status: 422, code: 'CHANNEL_ERROR', sub_code: 'SOMETHING_NEW' })).toBe('fail');
    expect(meaningOf('invite', { status: 418, code: 'TEAPOT', sub_code: null })).toBe('fail');
    expect(meaningOf('invite', { status: 503, code: 'TEAPOT', sub_code: null })).toBe('unknown');
  });

  it('reads an invitation that is not there any more as nothing to withdraw, and as nothing else', () => {
    const gone = { status: 400, code: 'INVALID_PARAMS', sub_code: null };
    expect(meaningOf('withdraw', gone)).toBe('nothing_to_do');
    expect(meaningOf('invite', gone)).toBe('fail');
  });

  it('reads a lead or a post that is not there as impossible, and wrong params of an action as a failure', () => {
    const wrong = { status: 400, code: 'INVALID_PARAMS', sub_code: null };
    for (const kind of ['check', 'enrich', 'like', 'react', 'comment'] as const) {
      expect(meaningOf(kind, wrong)).toBe('impossible');
    }
    for (const kind of ['action', 'message', 'email', 'visit'] as const) expect(meaningOf(kind, wrong)).toBe('fail');
  });

  it('does not ask again for what the service does not have', () => {
    expect(meaningOf('visit', { status: 501, code: 'INTERNAL_ERROR', sub_code: null })).toBe('fail');
  });
});
