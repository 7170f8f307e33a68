import type { FastifyInstance } from 'fastify';
import { messagesOf } from '../../../runtime/conversations/messages-of-people.ts';
import { type AddressReport, findAddressReports } from '../../../runtime/store/addresses/address-reports.ts';
import { countConversations } from '../../../runtime/store/conversations/find-conversations.ts';
import { indexedFilter } from '../../../runtime/store/enrollments/indexed-filter.ts';
import { enrollmentListing } from '../../../runtime/store/enrollments/list-enrollments.ts';
import type { LeadFilter } from '../../../runtime/store/leads/lead-filter.ts';
import { type Origin, readOrigins } from '../../../runtime/store/leads/learn-lead.ts';
import { listIdentities } from '../../../runtime/store/leads/list-identities.ts';
import { leadListing } from '../../../runtime/store/leads/list-leads.ts';
import { type LeadRow, readLead } from '../../../runtime/store/leads/read-lead.ts';
import { foundLeadListing } from '../../../runtime/store/leads/search/search-leads.ts';
import { readPage } from '../../../runtime/store/listing.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { findSuppressions } from '../../../runtime/store/suppressions/find-suppression.ts';
import { hasAny, type Within } from '../../../runtime/store/within.ts';
import { emailIdentity } from '../../../shared/identity/identity.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { QueryOf } from '../../api-contract/operation.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { invalidQuery, notFound } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewConversations } from '../views/conversations.ts';
import { viewEnrollment, viewLead, viewListedLead } from '../views/enrollment.ts';
import { type PlansOf, withPlans } from '../views/with-plans.ts';

/** More than anybody is enrolled. */
const MOST_ENROLLMENTS = 100;

const withVars = ({ fields }: { readonly fields?: readonly string[] | undefined }): boolean =>
  fields?.includes('vars') ?? false;

export function addPeopleRoutes(app: FastifyInstance, { db }: ApiDeps): void {
  const plans = { db, findPlan: createPlanCache() };
  serve(app, 'listLeads', async ({ query, within }) => {
    const words = query.q?.trim() ?? '';
    const asked = filterOf(query, within);
    const filter = { ...asked, enrollment: await indexedFilter(db, asked.enrollment) };
    const listed = withVars(query) ? viewLead : viewListedLead;
    if (words === '') return answerPage(db, leadListing(db, filter), query, listed);
    if (query.sort !== undefined) {
      throw invalidQuery('sort', 'with q, who fits best comes first; leave one of them out');
    }
    return answerPage(db, foundLeadListing(db, words, filter), query, (row) => ({ ...listed(row), fit: row.fit }));
  });

  serve(app, 'getLead', async ({ params: { id }, within, reply }) => {
    const lead = await readLead(db, id);
    if (lead === null || !(await isOwnLead(db, lead.id, within))) throw notFound('person', id);
    // Merged with an older one: that is who answers, under its own id.
    if (lead.id !== id) reply.header('Content-Location', `/api/leads/${lead.id}`);
    return viewPerson(plans, lead, within);
  });
}

/** Somebody is theirs who is, or was, in a sequence that sends from one of their accounts, or has written to one. */
export async function isOwnLead(db: Database, lead_id: string, within: Within): Promise<boolean> {
  if (within === null) return true;
  const [enrollment] = await readPage(db, enrollmentListing(db, { lead_id, within }), { limit: 1 });
  return enrollment !== undefined || (await countConversations(db, { lead_id, within })) > 0;
}

async function viewPerson(plans: PlansOf, lead: LeadRow, within: Within) {
  const { db } = plans;
  const listing = enrollmentListing(db, { lead_id: lead.id, ...(within === null ? {} : { within }) });
  const address = emailIdentity(lead.email ?? '')?.value;
  const [identities, [entry = null], reports, enrollments, messages, origins] = await Promise.all([
    listIdentities(db, [lead.id]),
    findSuppressions(db, [{ names: [], lead_ids: [lead.id] }]),
    findAddressReports(db, address === undefined ? [] : [address]),
    readPage(db, listing, { limit: MOST_ENROLLMENTS }),
    messagesOf(db, [lead.id]),
    readOrigins(db, lead.id),
  ]);
  return {
    ...viewLead(lead),
    created_at: lead.created_at,
    updated_at: lead.updated_at,
    identities,
    origins: originsOf(lead, origins),
    // The list is one for all, and what it says of others is for who reads all of it.
    do_not_contact: entry && { id: entry.id, kind: entry.kind, reason: within === null ? entry.reason : '' },
    address_report: reportOf(reports.get(address ?? '')),
    enrollments: await withPlans(plans, enrollments, (row, plan) => {
      const { lead: _, ...shown } = viewEnrollment(row, plan);
      return shown;
    }),
    ...(await viewConversations(
      plans,
      messages.filter(({ account_id }) => hasAny(within, [account_id])),
    )),
  };
}

/** Without the account, which may be one of others. */
function reportOf(found: AddressReport | undefined) {
  if (found === undefined) return null;
  const { account_id: _, ...report } = found;
  return report;
}

/** Keeps the origins of the values that are there now: one that somebody wrote over it does not come from there. */
function originsOf(lead: LeadRow, origins: Readonly<Record<string, Origin>>) {
  const now: Readonly<Record<string, unknown>> = { ...lead };
  const holding = Object.entries(origins).filter(([field, { value }]) => now[field] === value);
  return Object.fromEntries(holding.map(([field, { from, at }]) => [field, { from, at }]));
}

const OF_ENROLLMENT = [
  ...(['sequence', 'version', 'status', 'outcome', 'campaign_id', 'account_id'] as const),
  ...(['waiting_on', 'node', 'arm', 'replied'] as const),
];

function filterOf(query: QueryOf<OperationNamed<'listLeads'>>, within: Within): LeadFilter {
  const { label, tag, suppressed } = query;
  const asked = Object.fromEntries(OF_ENROLLMENT.map((name) => [name, query[name]]));
  // What is undefined is not asked.
  const enrollment = { ...asked, within: within ?? undefined } as LeadFilter['enrollment'];
  return { enrollment, label, tag, suppressed };
}
