import { DEFAULT_ENROLL, type EnrollRules } from '../../plan/plan.ts';
import { type CheckContext, itemsOf, readKeys, readMap, readText, sentence, shorten } from '../check/check-context.ts';
import { didYouMean } from '../check/near-miss.ts';
import { keysOf } from '../schema/describe.ts';
import { enrollForm } from '../schema/header/enroll.ts';
import type { YamlEntry, YamlValue } from '../yaml/yaml-value.ts';
import { readSpan } from './read-span.ts';

const AGAIN_FIX = 'Write `again: never`, or `again: after 90 days`.';
const UNLESS_FIX = 'Write `unless: [active_elsewhere, contacted within 30 days]`, or `unless: []` for no such rule.';
const PER_COMPANY_FIX = 'Write a whole number above 0, like `per_company: 3`.';

/** Reads who may enter. Undefined where that is what holds without the key, so that both give the same plan. */
export function checkEnroll(context: CheckContext, value: YamlValue): EnrollRules | undefined {
  const map = readMap(context, value, '`enroll`', 'Write `enroll: { again: never, per_company: 3 }`.');
  if (!map) return undefined;
  const entries = readKeys(context, map, { of: '`enroll`', known: keysOf(enrollForm) });
  const [again, unless, perCompany] = [entries.get('again'), entries.get('unless'), entries.get('per_company')];
  const rules: EnrollRules = {
    again: again ? readAgain(context, again.value) : DEFAULT_ENROLL.again,
    ...(unless ? readUnless(context, unless) : DEFAULT_UNLESS),
    per_company: perCompany ? readPerCompany(context, perCompany.value) : DEFAULT_ENROLL.per_company,
  };
  return isDefault(rules) ? undefined : rules;
}

type Unless = Pick<EnrollRules, 'active_elsewhere' | 'contacted_within'>;
const DEFAULT_UNLESS: Unless = {
  active_elsewhere: DEFAULT_ENROLL.active_elsewhere,
  contacted_within: DEFAULT_ENROLL.contacted_within,
};

function isDefault(rules: EnrollRules): boolean {
  return (
    rules.again === DEFAULT_ENROLL.again &&
    rules.active_elsewhere === DEFAULT_ENROLL.active_elsewhere &&
    rules.contacted_within === DEFAULT_ENROLL.contacted_within &&
    rules.per_company === DEFAULT_ENROLL.per_company
  );
}

function readAgain(context: CheckContext, value: YamlValue): EnrollRules['again'] {
  const text = readText(context, value, '`again`', '`again: never` or `again: after 90 days`');
  if (!text || text.value.trim() === 'never') return 'never';
  const after = /^\s*after\s(.+)$/.exec(text.value)?.[1];
  if (after === undefined) {
    const message = `"${shorten(text.value)}" does not say whether a lead may come again`;
    context.report('SEQ015', text.place, message, AGAIN_FIX);
    return 'never';
  }
  const span = readSpan(context, after, text.place, AGAIN_FIX);
  return span === null ? 'never' : { after: span };
}

function readUnless(context: CheckContext, { value }: YamlEntry): Unless {
  let active_elsewhere = false;
  let contacted_within: number | null = null;
  for (const item of itemsOf(value)) {
    const text = readText(context, item, 'a rule of `unless`', 'active_elsewhere, or contacted within 30 days');
    if (!text) continue;
    const rule = text.value.trim();
    const within = /^contacted\s+within\s(.+)$/.exec(rule)?.[1];
    if (rule === 'active_elsewhere') active_elsewhere = true;
    else if (within === undefined) {
      const near = didYouMean(rule, ['active_elsewhere']);
      const message = `"${shorten(rule)}" is not a rule of \`unless\``;
      context.report('SEQ015', text.place, message, near ? sentence(near) : UNLESS_FIX);
    } else {
      const span = readSpan(context, within, text.place, UNLESS_FIX);
      // Of two windows the longer one holds for both.
      if (span !== null) contacted_within = Math.max(contacted_within ?? 0, span);
    }
  }
  return { active_elsewhere, contacted_within };
}

function readPerCompany(context: CheckContext, value: YamlValue): number | null {
  if (value.kind === 'number' && Number.isSafeInteger(value.value) && value.value >= 1) return value.value;
  context.report('SEQ015', value.place, '`per_company` is a whole number above 0', PER_COMPANY_FIX);
  return null;
}
