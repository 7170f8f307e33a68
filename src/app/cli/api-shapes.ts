import type { ItemOf, ResultOf } from '../api-client/asked.ts';

export type Person = ResultOf<'getLead'>;
export type Enrollment = ItemOf<'listEnrollments'>;
export type Lead = NonNullable<Enrollment['lead']>;
export type Explanation = ResultOf<'explainEnrollment'>;
export type Line = Explanation['happened'][number];
export type Conversation = Omit<ResultOf<'getConversation'>, 'history' | 'earlier' | 'notes' | 'answers'>;
export type Task = ResultOf<'getTask'>;
export type Answer = ResultOf<'getAnswer'>;
export type Campaign = ResultOf<'getCampaign'>;
export type Account = ResultOf<'getAccount'>;

type Named = Pick<Lead, 'id' | 'first_name' | 'last_name' | 'email' | 'profile_url'>;

export function nameOf(person: Named | null): string {
  if (person === null) return '(erased)';
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ');
  return name || person.email || person.profile_url || person.id;
}
