import { z } from 'zod';

// What the commands read of the API's answers; with `--json` the whole answer is printed.
const text = z.string().nullable();

export const lead = z.looseObject({
  id: z.string(),
  first_name: text,
  last_name: text,
  company: text,
  email: text,
  profile_url: text,
});
export type Lead = z.output<typeof lead>;
export const foundLead = lead.extend({ fit: z.string() });

export const enrollment = z.looseObject({
  id: z.string(),
  sequence: z.string(),
  version: z.number(),
  status: z.string(),
  outcome: text,
  lead: lead.nullable(),
  node: text,
  waiting_for: z.object({ kind: z.string(), text: z.string() }).nullable(),
  until: text,
  hold: z.looseObject({ scope: z.string(), target: z.string() }).nullable(),
  senders: z.record(z.string(), z.string()),
  created_at: z.string(),
  finished_at: text,
});
export type Enrollment = z.output<typeof enrollment>;

export const line = z.looseObject({
  at: z.string(),
  node: text,
  type: z.string(),
  title: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type Line = z.output<typeof line>;

export const explanation = enrollment.extend({
  now: z.string(),
  timezone: z.string(),
  text: z.string(),
  happened: z.array(line),
  waiting: z
    .looseObject({
      constraint: z.string(),
      text: z.string(),
      would_change: z.array(z.string()),
      until: text,
      until_local: text,
    })
    .nullable(),
  next: z.array(z.object({ when: z.string(), node: z.string(), title: z.string() })),
});
export type Explanation = z.output<typeof explanation>;

export const task = z.looseObject({
  id: z.string(),
  enrollment_id: z.string(),
  kind: z.string(),
  text: z.string(),
  status: z.string(),
  decision: text,
  assignee: text,
  due_at: text,
});
export type Task = z.output<typeof task>;

const counts = z.record(z.string(), z.number());

export const campaign = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  error: text,
  paused: z.looseObject({ note: text, by_itself: z.boolean().default(false) }).nullish(),
  sequence: z.string(),
  weight: z.number(),
  counts: z.looseObject({
    enrolled: z.number(),
    queued: z.number(),
    finished: z.number(),
    outcomes: counts,
    actions: counts,
    refused: counts,
  }),
});
export type Campaign = z.output<typeof campaign>;

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ items: z.array(item), next_cursor: text });

export const account = z.looseObject({ id: z.string(), name: z.string(), email: text.optional() });
export const createdKey = z.looseObject({ id: z.string(), key: z.string(), scopes: z.array(z.string()) });

export function nameOf(person: Lead | null): string {
  if (person === null) return '(erased)';
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ');
  return name || person.email || person.profile_url || person.id;
}
