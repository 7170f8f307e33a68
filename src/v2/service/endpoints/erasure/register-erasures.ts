import type { FastifyInstance } from 'fastify';
import { MANAGEMENT } from '../../../contract/endpoints.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { parseInput } from '../../http/parse-input.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { erasePerson } from './erase-person.ts';

const KEPT = [
  { what: 'conversations, profiles and connections', why: 'they are at the network: ask it' },
  { what: 'mails', why: 'they are in the mailboxes of the owner, who can delete them there' },
];

/** An extension of the specification. The call is not logged, for it names whom it erases. */
export function registerErasures(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'POST',
    path: '/v2/erasures',
    action: 'erase_person',
    logged: false,
    async handle({ tx, owner, body }) {
      const asked = parseInput('body', MANAGEMENT.erase_person.body, body);
      return { data: { erased: await erasePerson(tx, owner.user_id, asked), kept: KEPT }, account_id: null };
    },
  });
}
