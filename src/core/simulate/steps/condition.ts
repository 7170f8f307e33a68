import { evaluateCondition } from '../../../language/expression/condition.ts';
import type { PerformResult } from '../../engine/perform.ts';
import { isConnected, isPending, relationOf, type Walker } from '../walk/walker.ts';

/** A CEL condition over what is known now. */
export function holds(walker: Walker, condition: string): boolean | PerformResult {
  const { person, senders } = walker;
  const evaluated = evaluateCondition(condition, {
    lead: { ...person.lead },
    vars: walker.vars,
    state: {
      connected: isConnected(walker),
      invited: isPending(walker),
      replied: walker.replied,
      label: walker.label,
      has_email: Boolean(person.lead.email),
      degree: senders.professional === undefined ? 0 : relationOf(person, senders.professional).degree,
      premium: person.premium,
      last_step: walker.last_step,
    },
  });
  if (evaluated.ok) return evaluated.value;
  const text = `the condition "${condition}" cannot be decided: ${evaluated.error.message}`;
  return { status: 'failed', code: 'BAD_CONDITION', text };
}
