import { describe, expect, it } from 'vitest';
import { ALL_RULES, rulesWithout } from '../../src/shared/mail/bounces/rules/all-rules.ts';
import { CODED } from '../../src/shared/mail/bounces/rules/coded.ts';
import { phraseOf } from '../../src/shared/mail/bounces/rules/phrase.ts';
import { KINDS, SOURCES } from '../../src/shared/mail/bounces/rules/rule.ts';
import { referenceTime } from '../support/reference-time.ts';
import { hasBounces, realBounces, SKIPPED } from './real-bounces.ts';
import { serversIn } from './servers-of-rules.ts';

const { reasons, stages } = ALL_RULES;

describe('a phrase', () => {
  it.each([
    ['{who}…not found', 'the recipient bob was not found', true],
    ['{who}…not found', 'ask the recipient | the host was not found', false],
    ['{who}…not found', `the recipient ${'of all these words '.repeat(5)}was not found`, false],
    ['{who}…not found', '<address> not found', false],
    ['{who}…not found', 'not found: recipient', false],
    ['exceed…by…kb', 'you exceed it by 5 kb', true],
    ['exceed…by…kb', 'by 5 kb you exceed', false],
    ['full|over…(?:quota|limit)', 'over its limit', true],
    ['full|over…(?:quota|limit)', 'full', true],
    ['mail', 'voicemail', false],
  ])('%s in %j: %s', (phrase, words, stands) => {
    expect(phraseOf(phrase).test(words)).toBe(stands);
  });

  it('takes no longer than its text', async () => {
    const text = 'user account host domain exceed over your quota sender '.repeat(110);
    const test = () => reasons.map(({ says }) => says.test(text));
    expect(await referenceTime(test, { most: 300 })).toBeLessThan(300);
  });
});

describe('the table of what servers say', () => {
  it('holds each phrase once, with a source, and says of each reason whether it may pass', () => {
    const phrases = reasons.map(({ phrase }) => phrase);
    expect(phrases).toEqual([...new Set(phrases)]);
    expect(reasons.filter(({ reason, source }) => !(reason in KINDS && source in SOURCES))).toEqual([]);
  });

  it('has what may pass before what is for ever, but for the words that say either', () => {
    const words = reasons.filter((rule) => !CODED.includes(rule));
    const hard = words.findIndex(({ reason }) => KINDS[reason] === 'hard');
    const late = words.slice(hard).filter(({ reason }) => KINDS[reason] === 'soft');
    expect(new Set(late.map(({ reason }) => reason))).toEqual(new Set(['network', 'disabled', 'refused']));
  });

  it('is without what one server alone taught, once that server is a stranger', () => {
    const own = reasons.filter(({ servers }) => servers.length === 1 && servers[0] === 'surfcontrol');
    const left = rulesWithout('surfcontrol').reasons;
    expect(own.length).toBeGreaterThan(0);
    expect(left.filter((rule) => own.includes(rule))).toEqual([]);
    expect(left).toHaveLength(reasons.length - own.length);
  });

  it.skipIf(!hasBounces)(`names the servers in whose mails its words stand${SKIPPED}`, async () => {
    const find = await serversIn(realBounces());
    const rules = [...reasons, ...stages.map((stage) => ({ ...stage, phrase: stage.says.source }))];
    const named = rules.map(({ phrase, servers }) => [phrase, servers.join(' ')]);
    expect(named).toEqual(rules.map(({ phrase, says }) => [phrase, find(says).join(' ')]));
  });
});
