import type { FastifyInstance } from 'fastify';
import { changeLead, type LeadChange } from '../../../runtime/enroll/leads/change-lead.ts';
import { exportPerson } from '../../../runtime/erasure/export-person.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewLead } from '../views/enrollment.ts';

export function addPersonChangeRoutes(app: FastifyInstance, { db, clock, onOutbox }: ApiDeps): void {
  serve(app, 'changeLead', async ({ params: { id }, query: { dry_run }, body: { tags, vars, ...fields } }) => {
    // What is undefined is absent.
    const change = { fields, ...(tags && { tags }), ...(vars && { vars }) } as LeadChange;
    const done = await changeLead({ db: dry_run ? rehearsal(db) : db, clock }, id, change);
    switch (done.kind) {
      case 'unknown':
        throw notFound('person', id);
      case 'invalid':
        throw new Problem(422, 'invalid_lead', inOneSentence(done.errors), { errors: done.errors });
      case 'taken':
        throw new Problem(409, 'name_of_another', done.message, { existing_id: done.existing_id });
      case 'changed': {
        if (!dry_run) onOutbox();
        const { lead, stopped } = done;
        return { ...viewLead(lead), updated_at: lead.updated_at, stopped, ...(dry_run ? { dry_run } : {}) };
      }
      default:
        return unreachable(done);
    }
  });

  serve(app, 'exportLead', async ({ params: { id }, reply }) => {
    const exported = await exportPerson(db, id);
    if (exported === null) throw notFound('person', id);
    reply.header('Content-Disposition', `attachment; filename="${exported.lead_id}.json"`);
    return { ...exported, exported_at: new Date(clock.now()) };
  });
}

/** `email is not an email address; country is not a two-letter country code.` */
const inOneSentence = (errors: readonly { readonly field: string; readonly message: string }[]): string =>
  `${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
