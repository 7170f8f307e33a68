import type { FastifyInstance } from 'fastify';
import { addressReportListing, clearAddress } from '../../../runtime/store/addresses/address-reports.ts';
import { readEnrollSettings, saveEnrollSettings } from '../../../runtime/store/addresses/enroll-settings.ts';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { emailIdentity } from '../../../shared/identity/identity.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';

/** Adds the routes for what is known of addresses, and for what an enrollment does with those that are bad. */
export function addAddressRoutes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  serve(app, 'listAddressReports', ({ query }) => answerPage(db, addressReportListing, query, (row) => row));

  serve(app, 'clearAddressReport', async ({ params, query: { dry_run }, reply }) => {
    const address = emailIdentity(params.address)?.value ?? params.address;
    const cleared = await (dry_run ? rehearsal(db) : db).transaction(async (tx) => {
      const reports = await clearAddress(tx, address, new Date(clock.now()));
      if (reports.length > 0) {
        const did = 'cleared what was reported of an address';
        await recordChange(tx, {
          did,
          target: { kind: 'address_report', id: null },
          after: { reports: reports.length },
        });
      }
      return reports;
    });
    if (cleared.length === 0) throw notFound('address_report', params.address);
    if (dry_run) return { address, dry_run };
    return reply.status(204).send();
  });

  serve(app, 'getEnrollSettings', () => readEnrollSettings(db));

  serve(app, 'setEnrollSettings', ({ query: { dry_run }, body }) =>
    (dry_run ? rehearsal(db) : db).transaction(async (tx) => {
      const before = await readEnrollSettings(tx);
      await saveEnrollSettings(tx, body);
      const did = 'changed what an enrollment does with bad addresses';
      await recordChange(tx, {
        did,
        target: { kind: 'enrollment_settings', id: null },
        before: { ...before },
        after: body,
      });
      return body;
    }),
  );
}
