import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newId } from '../../kit/ids.ts';
import { companyName } from '../../plan/company-name.ts';
import { stopEnrollments } from '../../store/enrollments/stop-enrollments.ts';
import { emailIdentity, phoneIdentity, profileIdentity } from '../../store/leads/identity.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { addSignals } from '../../store/outbox/add-to-outbox.ts';
import { findSuppressedEnrollments } from '../../store/suppressions/find-suppressed-enrollments.ts';
import {
  deleteSuppression,
  insertSuppression,
  listSuppressions,
  type SuppressionRow,
} from '../../store/suppressions/insert-suppression.ts';
import { nameKey, type SuppressedName } from '../../store/suppressions/suppression-names.ts';
import { addLine } from '../../store/timeline/add-line.ts';
import type { ApiDeps } from '../context.ts';
import { PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../problem.ts';

const text = z.string().trim().min(1).max(2000);
const suppression = z
  .strictObject({
    email: text.optional(),
    profile_url: text.optional(),
    phone_number: text.optional(),
    domain: text.optional(),
    company: text.optional(),
    reason: z.string().trim().max(1000).default(''),
  })
  .refine(({ reason: _, ...names }) => Object.values(names).filter(Boolean).length === 1, {
    error: 'must name exactly one of email, profile_url, phone_number, domain, company',
  });

export function addSuppressionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.post('/suppressions', async (request, reply) => {
    const asked = readBody(suppression, request.body);
    const { row, created } = await suppress(deps, nameOf(asked), asked.reason);
    deps.onOutbox();
    return reply.status(created ? 201 : 200).send(row);
  });

  app.get('/suppressions', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const rows = await listSuppressions(deps.db, { before: readCursor(cursor), limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ id }) => id,
      (row) => row,
    );
  });

  app.delete<{ Params: { id: string } }>('/suppressions/:id', async ({ params: { id } }, reply) => {
    if (!(await deleteSuppression(deps.db, id))) throw notFound('suppression', id);
    return reply.status(204).send();
  });
}

/** The entry and the stop flags are one commit: from then on no step of these people begins its call. */
async function suppress(
  { db, clock }: ApiDeps,
  name: SuppressedName,
  reason: string,
): Promise<{ row: SuppressionRow; created: boolean }> {
  const at = new Date(clock.now());
  return db.transaction(async (tx) => {
    await lockNames(tx, [nameKey(name)]);
    const entry = await insertSuppression(tx, { id: newId('sup'), ...name, reason, created_at: at });
    const event = `suppression/${entry.row.id}`;
    const named = await findSuppressedEnrollments(tx, name);
    const stopped = await stopEnrollments(tx, { ids: named, outcome: 'stopped', event_id: event, at });
    for (const enrollment_id of stopped) {
      const title = `Put on the do-not-contact list by ${name.kind}`;
      await addLine(tx, { enrollment_id, at, node: null, type: 'suppressed', title, once: event });
    }
    await addSignals(tx, stopped, { id: event, type: 'stop' }, at);
    return entry;
  });
}

function nameOf(asked: z.output<typeof suppression>): SuppressedName {
  const { email, profile_url, phone_number, domain, company } = asked;
  if (company !== undefined) return { kind: 'company', value: companyName(company) };
  if (domain !== undefined) return { kind: 'domain', value: domainName(domain) };
  const name =
    email !== undefined
      ? emailIdentity(email)
      : profile_url !== undefined
        ? profileIdentity(profile_url)
        : phoneIdentity(phone_number ?? '');
  if (name !== null) return name;
  const field = email !== undefined ? 'email' : profile_url !== undefined ? 'profile_url' : 'phone_number';
  throw new Problem(422, 'invalid_body', `${field}: is not a valid one`);
}

function domainName(given: string): string {
  const name = given.replace(/^@/, '').replace(/\.$/, '').toLowerCase();
  if (/^[^\s@/.]+(\.[^\s@/.]+)+$/.test(name)) return name;
  throw new Problem(422, 'invalid_body', 'domain: must be one such as acme.example');
}
