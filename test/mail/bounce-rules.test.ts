import { describe, expect, it } from 'vitest';
import { ALL_RULES, rulesWithout } from '../../src/mail/bounces/rules/all-rules.ts';
import { KINDS, SOURCES } from '../../src/mail/bounces/rules/rule.ts';
import { hasBounces, realBounces, SKIPPED } from './real-bounces.ts';
import { serversIn } from './servers-of-rules.ts';

const { reasons, stages } = ALL_RULES;

describe('the table of what servers say', () => {
  it('holds each phrase once, with a source, and says of each reason whether it may pass', () => {
    const phrases = reasons.map(({ phrase }) => phrase);
    expect(phrases).toEqual([...new Set(phrases)]);
    expect(reasons.filter(({ reason, source }) => !(reason in KINDS && source in SOURCES))).toEqual([]);
  });

  it('has what may pass before what is for ever, but for the words that say either', () => {
    const hard = reasons.findIndex(({ reason }) => KINDS[reason] === 'hard');
    const late = reasons.slice(hard).filter(({ reason }) => KINDS[reason] === 'soft');
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
    const named = [...reasons, ...stages].map(({ says, servers }) => [says.source, servers.join(' ')]);
    expect(named).toEqual([...reasons, ...stages].map(({ says }) => [says.source, find(says).join(' ')]));
  });
});
