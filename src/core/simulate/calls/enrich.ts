import { LEAD_FIELDS, type LeadFields, type Vars } from '../../../language/plan/lead.ts';
import type { EnrichNode } from '../../../language/plan/nodes/enrich.ts';
import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import { type Concluded, done, nothingToDo, refused } from './concluded.ts';
import type { SimulatedCall } from './simulated-call.ts';

/** A search that finds nothing is a call like any other, and is paid for; what it found would be checked for as much again. */
const searched = (concluded: Concluded): Concluded => ({ ...concluded, effect: true, credits: 1 });

export const enrich: SimulatedCall<EnrichNode> = {
  before({ person: { lead } }, { what }) {
    if (what === 'email') return lead.email ? nothingToDo() : null;
    return (what === 'contact' || what === 'cv') && lead.email && lead.phone_number ? nothingToDo() : null;
  },
  conclude: ({ person }, node) =>
    node.what === 'email' && !person.lead.email
      ? searched(refused('impossible', 'EMAIL_NOT_FOUND', 'no email address was found'))
      : done(node),
  impossible: searched,
  drawn: (isSo) => (isSo('email_found') ? null : 'no email address was found'),
  expected: ({ person }, { what }) =>
    what === 'email' || what === 'cv'
      ? {
          outcome: 'done',
          found: { email: mailboxKey(`found@${person.id.replace(/[^A-Za-z0-9-]/g, '-')}.example`) },
        }
      : { outcome: 'done' },
  reactions: [],
  words: { not_found: { outcome: 'impossible', code: 'NOT_FOUND', text: 'nothing was found' } },
  fields: { names: LEAD_FIELDS, answer: (fields) => ({ outcome: 'done', found: foundIn(fields) }) },
};

function foundIn(fields: Vars): LeadFields {
  const found: { -readonly [field in keyof LeadFields]?: string } = {};
  for (const field of LEAD_FIELDS) {
    const value = fields[field];
    if (value !== undefined && value !== null) found[field] = String(value);
  }
  return found;
}
