import type { Overture } from './start-overture.ts';

/** One thing that truly reached a person, as the sandbox saw it. */
export interface Received {
  readonly kind: string;
  readonly account_id: string;
  /** Virtual time. */
  readonly at: string;
  readonly text: string | null;
  readonly subject: string | null;
}

export interface EnrollmentItem {
  readonly id: string;
  readonly sequence: string;
  readonly campaign_id: string | null;
  readonly status: string;
  readonly outcome: string | null;
  readonly lead: { readonly profile_url: string; readonly first_name: string; readonly email: string | null } | null;
  readonly node: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly waiting_for: { readonly kind: string } | null;
  readonly until: string | null;
}

/** Every enrollment of the system, page by page. */
export async function allEnrollments(system: Overture, filter = ''): Promise<EnrollmentItem[]> {
  const items: EnrollmentItem[] = [];
  let cursor: string | null = null;
  do {
    const page: { body: { items: EnrollmentItem[]; next_cursor: string | null } } = await system.api(
      'GET',
      `/api/enrollments?limit=50${filter}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    items.push(...page.body.items);
    cursor = page.body.next_cursor;
  } while (cursor);
  return items;
}

export interface Person {
  readonly enrollment: EnrollmentItem;
  readonly received: readonly Received[];
}

/** The ground truth for everybody who was enrolled, but for those of campaigns whose people the sandbox has never heard of. */
export async function whatReachedThem(
  system: Overture,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<Person[]> {
  const people: Person[] = [];
  for (const enrollment of await allEnrollments(system)) {
    if (enrollment.campaign_id !== null && without.includes(enrollment.campaign_id)) continue;
    const slug = enrollment.lead?.profile_url.split('/').at(-1);
    if (slug === undefined) throw new Error(`${enrollment.id} has no lead whose profile could be looked at`);
    const { items } = await system.v2<{ items: Received[] }>('GET', `/sandbox/people/${slug}/received`);
    people.push({ enrollment, received: items });
  }
  return people;
}

/** Two of one kind with the same words are one step that was carried out twice. */
export function contactedTwice(people: readonly Person[]): string[] {
  return people.flatMap(({ enrollment, received }) => {
    const seen = new Set<string>();
    return received.flatMap(({ kind, text, subject }) => {
      const step = JSON.stringify([kind, kind === 'visit' || kind === 'invitation' ? null : text, subject]);
      if (seen.has(step)) return [`${enrollment.lead?.first_name} got ${kind} twice: ${text}`];
      seen.add(step);
      return [];
    });
  });
}

/** Sends of one kind per local day. */
export function perDay(people: readonly Person[], kind: string, zone: string): Map<string, number> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const days = new Map<string, number>();
  for (const { received } of people) {
    for (const item of received) {
      if (item.kind !== kind) continue;
      const day = format.format(new Date(item.at));
      days.set(day, (days.get(day) ?? 0) + 1);
    }
  }
  return days;
}
