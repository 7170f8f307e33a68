import { isRecord } from '../../shared/kit/is-record.ts';
import { templateScope } from '../expression/template-scope.ts';
import { LEAD_FIELDS, type LeadFields } from '../plan/lead.ts';
import type { NodeId } from '../plan/nodes/common.ts';

type Values = Readonly<Record<string, unknown>>;

/** The part of somebody's data that is known from the start. */
export interface Known {
  readonly lead: LeadFields;
  /** Those that they bring, and the defaults of the others; a campaign's `job` is among them. */
  readonly vars: Values;
}

/** A place where somebody may stand, with what has become of them on the way. */
export interface Reached {
  readonly node: NodeId;
  /** Variables that `set` has made. */
  readonly made: Values;
  /** Variables that only the answer of a call will tell. */
  readonly open: readonly string[];
  /** Fields that a call may have filled, where they were missing. */
  readonly learned: readonly string[];
  /** How many each `repeat` has begun. */
  readonly rounds: Readonly<Record<NodeId, number>>;
}

export const varsAt = ({ made }: Reached, { vars }: Known): Values => ({ ...vars, ...made });

export function scopeAt(reached: Reached, known: Known): Record<string, unknown> {
  const vars = varsAt(reached, known);
  return templateScope({ lead: { ...known.lead }, vars, job: isRecord(vars.job) ? vars.job : null, sender: {} });
}

/** Whether the value of a name in a text is not known before the step is done: the sender's, and what calls will have answered. */
export function isOpen(name: string, { open, learned }: Reached, { lead }: Known): boolean {
  const [head = '', field = ''] = name.split('.');
  const isLearned = (one: string): boolean => learned.includes(one) && !isGiven(lead, one);
  switch (head) {
    case 'sender':
      return true;
    case 'job':
      return false;
    case 'lead':
      return isLearned(field);
    case 'vars':
      return open.includes(field);
    default:
      return !isGiven(lead, head) && (isLearned(head) || open.includes(head));
  }
}

/** As messages call it: `lead.vars.start`. */
export function calledInMessages(name: string): string {
  const [head = ''] = name.split('.');
  if (head === 'lead' || head === 'job') return name;
  return head === 'vars' || isField(head) ? `lead.${name}` : `lead.vars.${name}`;
}

const isField = (name: string): name is keyof LeadFields => LEAD_FIELDS.some((field) => field === name);

const isGiven = (lead: LeadFields, name: string): boolean => isField(name) && (lead[name] ?? '').trim() !== '';
