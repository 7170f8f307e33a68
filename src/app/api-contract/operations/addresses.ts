import { z } from 'zod';
import { dryRun, text } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { addressReport } from '../records/address-report.ts';

const settings = z
  .strictObject({
    bad_addresses: z
      .enum(['refuse', 'warn'])
      .describe(
        'Of somebody whom a sequence would write to at an address that bounced, or from which a complaint came.',
      ),
  })
  .meta({ id: 'EnrollSettings' });

export const ADDRESS_OPERATIONS = operations({
  listAddressReports: {
    method: 'GET',
    path: '/api/address-reports',
    tag: 'do-not-contact',
    scope: 'read',
    summary: 'Addresses whose mails came back for good, or from which a complaint came',
    description:
      'It stands with the address, for all sequences and accounts, until somebody replies from it (a bounce) or a person clears it. Complaints are on the do-not-contact list as well.',
    query: listQuery(addressReport, ['address', '-address']),
    answers: { 200: listOf(addressReport) },
  },
  clearAddressReport: {
    method: 'DELETE',
    path: '/api/address-reports/{address}',
    tag: 'do-not-contact',
    scope: 'write',
    role: 'operator',
    summary: 'Say that an address is good: what was reported of it counts no more',
    query: dryRun,
    answers: { 200: z.object({ address: text, dry_run: z.boolean() }), 204: null },
    problems: { 404: ['unknown_address_report'] },
  },
  getEnrollSettings: {
    method: 'GET',
    path: '/api/settings/enrollment',
    tag: 'operations',
    scope: 'read',
    summary: 'Whether an enrollment refuses people with bad addresses, or warns of them',
    answers: { 200: settings },
  },
  setEnrollSettings: {
    method: 'PUT',
    path: '/api/settings/enrollment',
    tag: 'operations',
    scope: 'admin',
    summary: 'Say whether an enrollment refuses people with bad addresses, or warns of them',
    query: dryRun,
    body: settings,
    answers: { 200: settings },
    example: { body: { bad_addresses: 'warn' } },
  },
});
