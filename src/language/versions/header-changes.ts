import { formatDuration } from '../../shared/kit/duration.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import { LIMIT_CLASSES, LIMIT_KEYS } from '../plan/limit-class.ts';
import { DEFAULT_ENROLL, DEFAULT_OUT_OF_OFFICE, type Plan } from '../plan/plan.ts';
import { capsWords, hoursWords } from './words.ts';

/** A change above the steps, in words. */
export interface HeaderChange {
  /** `limits.invite`, `stop_on`. */
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

type Described = readonly (readonly [field: string, words: string])[];

/** Lists the fields in which the two headers differ. */
export function headerChanges(a: Plan, b: Plan): HeaderChange[] {
  const [before, after] = [new Map(describe(a)), new Map(describe(b))];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [from, to] = [before.get(field) ?? 'none', after.get(field) ?? 'none'];
    return from === to ? [] : [{ field, from, to }];
  });
}

function describe(plan: Plan): Described {
  const { schedule, warm_up } = plan;
  const enroll = plan.enroll ?? DEFAULT_ENROLL;
  return [
    ['sequence', plan.sequence],
    ['description', plan.description ?? 'none'],
    ...Object.entries(plan.senders).map(([channel, ids]) => [`senders.${channel}`, listed(ids ?? [])] as const),
    ['schedule.timezone', schedule.timezone],
    ['schedule.fallback_timezone', schedule.fallback_timezone],
    ['schedule.hours', hoursWords(schedule.hours)],
    ['schedule.holidays', listed(schedule.holidays ?? [])],
    ['schedule.spacing', schedule.spacing ? spacing(schedule.spacing) : 'none'],
    ...LIMIT_CLASSES.map((name) => [`limits.${LIMIT_KEYS[name]}`, capsWords(plan.limits[name])] as const),
    ['limits.emails_per_domain', capsWords(plan.emails_per_domain)],
    ['warm_up', warm_up ? `${warm_up.start} a day, ${warm_up.grow} more each day` : 'none'],
    ['enroll.again', enroll.again === 'never' ? 'never' : `after ${formatDuration(enroll.again.after)}`],
    ['enroll.active_elsewhere', enroll.active_elsewhere ? 'refused' : 'let in'],
    [
      'enroll.contacted_within',
      enroll.contacted_within === null ? 'not looked at' : formatDuration(enroll.contacted_within),
    ],
    ['enroll.per_company', enroll.per_company === null ? 'any number' : String(enroll.per_company)],
    ['stop_on', listed([...plan.stop_on].sort())],
    ['out_of_office', outOfOffice(plan)],
    ...Object.entries(plan.vars).map(([name, value]) => [`vars.${name}`, canonicalJson(value)] as const),
    ['needs', listed([...plan.needs].sort())],
  ];
}

const listed = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '));

const spacing = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  min === max ? formatDuration(min) : `${formatDuration(min)} to ${formatDuration(max)}`;

function outOfOffice(plan: Plan): string {
  const rule = plan.out_of_office ?? DEFAULT_OUT_OF_OFFICE;
  if (rule.do !== 'wait') return rule.do;
  return `wait ${rule.until_back ? 'until back, else ' : ''}${formatDuration(rule.otherwise)}`;
}
