import { CodedError } from '../../shared/kit/coded-error.ts';
import type { ApiClient } from './api-client.ts';
import { type Lead, nameOf } from './api-shapes.ts';

const MOST_PEOPLE = 5;

/** Finds the person that an id, a name or its beginning, an address or a profile means. Never nobody, and never one of several. */
export async function findPerson(api: ApiClient, who: string): Promise<Lead> {
  if (who.startsWith('lead_')) return api.getLead({ params: { id: who } });
  const { items } = await api.listLeads({ query: { q: who, limit: 50 } });
  // Who is not meant by company: many work there.
  const people = items.filter(({ fit }) => fit !== 'company');
  const [first] = people;
  if (first === undefined) {
    throw new CodedError('unknown_person', `There is nobody called ${who}.`, {
      fix: 'Give a name or the beginning of one, an email address, a profile URL or an id; overture people lists them.',
    });
  }
  const best = people.filter(({ fit }) => fit === first.fit);
  if (best.length === 1) return first;
  const named = best.slice(0, MOST_PEOPLE).map((person) => `${nameOf(person)} (${person.id})`);
  const more = best.length > MOST_PEOPLE ? ', …' : '';
  throw new CodedError('several_people', `${best.length} people are called ${who}: ${named.join(', ')}${more}.`, {
    fix: 'Name one by id, profile URL or email address.',
  });
}
