import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConditionState, checkCondition, evaluateCondition } from '../../src/language/expression/condition.ts';
import { rounds } from '../support/rounds.ts';

const names = { lead: ['first_name', 'country'], vars: { visits: 3, team: 'Platform', anything: null, senior: true } };
const state: ConditionState = {
  connected: false,
  invited: true,
  replied: false,
  has_email: false,
  degree: 2,
  premium: false,
  last_step: '1-visit',
  label: 'interested',
};
const evaluate = (text: string, lead: Record<string, unknown> = {}) => {
  const result = evaluateCondition(text, { lead, vars: { ...names.vars, anything: 'x' }, state });
  return result.ok ? result.value : result.error.message;
};

describe('a condition', () => {
  const table: [string, boolean][] = [
    ['true', true],
    ['lead.country == "FR" && !state.connected', true],
    ['lead.first_name == ""', true],
    ['lead.first_name.startsWith("A")', false],
    ['lead.country.lowerAscii() == "fr"', true],
    ['lead["country"] in ["FR", "BE"]', true],
    ['size(lead.country) == 2', true],
    ['vars.visits == 3', true],
    ['3 == vars.visits', true],
    ['vars.visits != 4 && vars.visits > 2', true],
    ['vars.anything == "x"', true],
    ['vars.senior ? state.invited : false', true],
    ['state.degree == 2', true],
    ['state.last_step == "1-visit"', true],
    ['state.label == "interested"', true],
    ['state.label == ""', false],
  ];
  it.each(table)('%s is checked and evaluates', (text, expected) => {
    expect(checkCondition(text, names).ok).toBe(true);
    expect(evaluate(text, { country: 'FR', first_name: null })).toBe(expected);
  });

  const refused: [string, RegExp, number, number][] = [
    ['lead.countr == "FR"', /no field countr/, 5, 6],
    ['vars.tem == "x"', /no field tem/, 5, 3],
    ['state.conected', /no field conected/, 6, 8],
    ['person.name == "x"', /unknown name person/, 0, 6],
    ['lead.country', /true or false/, 0, 12],
    ['lead.country == 3', /do not go together: text == number/, 0, 17],
    ['lead.country == null', /text == null/, 0, 20],
    ['state.connected && ', /not complete/, 19, 1],
    ['a b', /b/, 2, 1],
    ['', /not complete/, 0, 1],
    ['lead.country = "FR"', /=/, 13, 1],
    ['lead.country.matches("(a+)+$")', /matches is not available/, 0, 30],
    ['[1, 2].exists(x, x > 1)', /exists is not available/, 0, 23],
    ['has(lead.country)', /has is not available/, 0, 17],
  ];
  it.each(refused)('%s is refused', (text, message, offset, length) => {
    const checked = checkCondition(text, names);
    expect(!checked.ok && checked.error.message).toMatch(message);
    expect(checked).toMatchObject({ ok: false, error: { offset, length } });
  });

  it.each([
    ['vars.start < "3/2/2027"', '3/2/2027', 13],
    ['"2027-02-30" <= vars.start', '2027-02-30', 0],
    ['state.replied || vars["start"] in ["2027-03-02", "soon"]', 'soon', 49],
  ])('%s is refused, for a day is compared with what is none', (text, none, offset) => {
    expect(checkCondition(text, { lead: [], vars: { start: '2027-01-01' } })).toEqual({
      ok: false,
      error: {
        message: `vars.start is a day, and "${none}" is none; write it like 2027-03-02`,
        ...{ offset, length: none.length + 2 },
      },
    });
    expect(checkCondition(text, { lead: [], vars: { start: 'soon' } }).ok).toBe(true);
  });

  it.each(['vars.start < "2027-03-02"', 'vars.start != ""', 'vars.start.startsWith("2027-")'])(
    '%s is of a day',
    (text) => {
      expect(checkCondition(text, { lead: [], vars: { start: '2027-01-01' } }).ok).toBe(true);
    },
  );

  it('reads into what a step has saved', () => {
    const saved = { total_count: 3, people: [{ name: 'Ada', degree: 1 }], next: null };
    const holds = (text: string) => evaluateCondition(text, { lead: {}, vars: { saved }, state });
    for (const text of ['vars.saved.total_count > 2', 'vars.saved.total_count == 3', 'vars.saved.next == null']) {
      expect(holds(text), text).toEqual({ ok: true, value: true });
    }
    expect(holds('vars.saved.people[0].degree == 1 && size(vars.saved.people) == 1')).toEqual({
      ok: true,
      value: true,
    });
    expect(holds('vars.saved.missing == 1')).toMatchObject({ ok: false });
  });

  it('gives what it proves about the lead', () => {
    const facts = (text: string) => {
      const checked = checkCondition(text, names);
      return checked.ok ? [checked.value.when_true, checked.value.when_false] : checked.error;
    };
    expect(facts('state.connected')).toEqual([['connected'], ['!connected']]);
    expect(facts('!state.connected')).toEqual([['!connected'], ['connected']]);
    expect(facts('state.connected && state.has_email')).toEqual([['connected', 'has_email'], []]);
    expect(facts('state.connected || state.has_email')).toEqual([[], ['!connected', '!has_email']]);
    expect(facts('!state.connected || lead.country == "FR"')).toEqual([[], ['connected']]);
    expect(facts('state.connected || (state.connected && state.premium)')).toEqual([['connected'], ['!connected']]);
  });

  it('never throws, whatever it says', () => {
    const pieces = fc.constantFrom(
      'lead',
      'vars',
      'state',
      '.',
      'connected',
      'country',
      '==',
      '&&',
      '!',
      '(',
      ')',
      '"',
      'x',
      '1',
      '[',
      ']',
      '?',
      ':',
      ' ',
      'in',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        checkCondition(text, names);
        evaluateCondition(text, { lead: {}, vars: {}, state });
      }),
      { numRuns: rounds(3000) },
    );
  });

  it('that was checked also evaluates, with whatever the lead lacks', () => {
    const operand = fc.constantFrom(
      'state.connected',
      'lead.country == "FR"',
      'vars.visits > 2',
      'lead.first_name.contains("a")',
      'state.degree < 3',
    );
    const { condition } = fc.letrec<{ condition: string }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 4 },
        operand,
        fc
          .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
          .map(([a, op, b]) => `(${a} ${op} ${b})`),
        tie('condition').map((a) => `!(${a})`),
      ),
    }));
    fc.assert(
      fc.property(condition, (text) => {
        expect(checkCondition(text, names).ok).toBe(true);
        expect(typeof evaluate(text)).toBe('boolean');
      }),
    );
  });
});
