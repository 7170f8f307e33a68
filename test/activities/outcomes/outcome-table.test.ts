import { describe, expect, it } from 'vitest';
import { type Meaning, WHAT_IT_DOES } from '../../../activities/record/outcomes/meaning.ts';
import { meaningOf } from '../../../activities/record/outcomes/meaning-of.ts';
import { OTHER_CODE, OUTCOMES } from '../../../activities/record/outcomes/outcome-table.ts';
import { CALLS, type NodeKind, OWN_STEPS } from '../../../src/language/plan/node.ts';
import type { Platform } from '../../../src/v2/contract/definition.ts';
import { ERROR_CODES, ERROR_STATUS, SUB_CODES } from '../../../src/v2/contract/errors.ts';
import { PLATFORMS } from '../../../src/v2/contract/records/account.ts';

const NODE_KINDS = Object.keys({ ...CALLS, ...OWN_STEPS }) as NodeKind[];
const of = (code: string, sub_code: string | null = null, status = 422) => ({ status, code, sub_code });

describe('the table of outcomes', () => {
  it('has one row for every code and sub-code of the contract, and none besides', () => {
    expect(Object.keys(OUTCOMES).sort()).toEqual([...ERROR_CODES, ...SUB_CODES, OTHER_CODE].sort());
  });

  it('answers every code, sub-code, channel and kind of step with a meaning that has its words', () => {
    const seen = new Set<Meaning>();
    for (const channel of PLATFORMS) {
      for (const kind of NODE_KINDS) {
        for (const code of ERROR_CODES) {
          for (const sub_code of [null, ...SUB_CODES, 'SOMETHING_NEW']) {
            const meaning = meaningOf(channel, kind, of(code, sub_code, ERROR_STATUS[code]));
            expect(WHAT_IT_DOES[meaning], `${channel} ${kind} ${code} ${sub_code}`).toBeTypeOf('string');
            seen.add(meaning);
          }
        }
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(WHAT_IT_DOES).sort());
  });

  it('never lets anything be sent again after a refusal that may have come after the effect', () => {
    for (const channel of PLATFORMS) {
      for (const kind of NODE_KINDS) {
        expect(meaningOf(channel, kind, of('INTERNAL_ERROR', null, 500))).toBe('unknown');
        expect(meaningOf(channel, kind, of('TEAPOT', null, 503))).toBe('unknown');
      }
    }
  });

  it.each<[Platform, string, Meaning]>([
    ['professional', 'ALREADY_CONNECTED', 'connected'],
    ['email', 'ALREADY_CONNECTED', 'fail'],
    ['messenger', 'NOT_ON_MESSENGER', 'impossible'],
    ['professional', 'NOT_ON_MESSENGER', 'fail'],
    ['email', 'AUTH_FAILED', 'account_disconnected'],
    ['email', 'INVITATION_LIMIT', 'fail'],
  ])('reads a sub-code by the channel it comes from: %s %s', (channel, sub_code, meaning) => {
    expect(meaningOf(channel, 'message', of('CHANNEL_ERROR', sub_code))).toBe(meaning);
  });

  it('takes a sub-code for one under CHANNEL_ERROR alone', () => {
    expect(meaningOf('professional', 'invite', of('INVALID_PARAMS', 'ALREADY_CONNECTED', 400))).toBe('fail');
  });

  it('reads a sub-code it does not know, and a code it does not know, as a failure', () => {
    expect(meaningOf('professional', 'invite', of('CHANNEL_ERROR', 'SOMETHING_NEW'))).toBe('fail');
    expect(meaningOf('professional', 'invite', of('TEAPOT', null, 418))).toBe('fail');
  });

  it('reads an invitation that is not there any more as nothing to withdraw, and as nothing else', () => {
    const gone = of('INVALID_PARAMS', null, 400);
    expect(meaningOf('professional', 'withdraw', gone)).toBe('nothing_to_do');
    expect(meaningOf('professional', 'invite', gone)).toBe('fail');
  });

  it('reads a lead or a post that is not there as impossible, and wrong params of an action as a failure', () => {
    const wrong = of('INVALID_PARAMS', null, 400);
    for (const kind of ['check', 'enrich', 'like', 'react', 'comment'] as const) {
      expect(meaningOf('professional', kind, wrong)).toBe('impossible');
    }
    for (const kind of ['action', 'message', 'email', 'visit'] as const) {
      expect(meaningOf('professional', kind, wrong)).toBe('fail');
    }
  });

  it('does not ask again for what the service does not have', () => {
    expect(meaningOf('professional', 'visit', of('INTERNAL_ERROR', null, 501))).toBe('fail');
  });
});
