import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { AuditReport } from '../../../src/runtime/audit/audit.ts';
import type { System } from '../system/system.ts';
import { type Check, type Evidence, finding, rowsOf, SLUG } from './finding.ts';
import { readEffects } from './read-effects.ts';
import { readFailedCalls } from './read-failed-calls.ts';

export const AUDIT_FILE = 'faults-audit.json';

/** Keeps what `overture audit` says beside the rest of the evidence: it asks the running service. */
export async function noteAudit(system: System): Promise<void> {
  const { code, stdout, stderr } = await system.overture(['audit', '--calls', '--json']);
  if (code !== 0 && code !== 1) throw new Error(`overture audit ended with ${code}: ${stderr}`);
  writeFileSync(system.home.path(AUDIT_FILE), stdout);
}

interface Count {
  received: number;
  failed: number;
  unknown: number;
  audit_done: number;
  audit_failed: number;
  audit_unknown: number;
}

/**
 * Compares what the network saw, by account, kind, day and person, with what the audit counted: as many effects as successes, and as many failures as
 * there are in the service's table that may have reached the network. For a call without a known outcome either may be true.
 */
export const auditAgrees: Check = async (evidence) => {
  // Written by `noteAudit`.
  const report = JSON.parse(readFileSync(join(evidence.home, AUDIT_FILE), 'utf8')) as AuditReport;
  const exceptions = report.exceptions.map(({ rule, key, text }) => `the audit says ${rule}: ${key}: ${text}`);
  const counts = await countBoth(evidence, report);
  for (const [name, each] of counts) {
    const { received, failed, unknown, audit_done, audit_failed, audit_unknown } = each;
    // Whose step a refused call was the judge asks the ledger, which was set back, and the audit the key.
    const fewer =
      received < audit_done || (failed < audit_failed && !evidence.load.ledger_set_back) || unknown < audit_unknown;
    const more = received > audit_done + audit_unknown || failed > audit_failed || unknown > audit_unknown;
    // A ledger that was set back does not know all calls as its own.
    if (!fewer && (!more || evidence.load.ledger_set_back)) continue;
    exceptions.push(
      `${name}: received ${received}, failed ${failed}, unknown ${unknown}; the audit counts ${audit_done}, ${audit_failed} and ${audit_unknown}`,
    );
  }
  const sum = (of: keyof Count) => [...counts.values()].reduce((total, each) => total + each[of], 0);
  return finding(
    'I11',
    'what the network received and what the audit counts is the same, failed calls included',
    { received: sum('received'), failed: sum('failed'), unknown: sum('unknown'), counted: report.counted.length },
    exceptions,
  );
};

async function countBoth(evidence: Evidence, report: AuditReport): Promise<Map<string, Count>> {
  const { load } = evidence;
  const counts = new Map<string, Count>();
  const add = (of: keyof Count, what: { account_id: string; kind: string; at: Date; slug: string }) => {
    // When a real mail arrived is known to the second of the wall, which is hours here: its day is not compared.
    const day = load.mail ? 'any day' : DateTime.fromJSDate(what.at, { zone: load.zone }).toISODate();
    const name = `${what.account_id} ${what.kind} ${day} ${what.slug}`;
    const zero = { received: 0, failed: 0, unknown: 0, audit_done: 0, audit_failed: 0, audit_unknown: 0 };
    const count = counts.get(name) ?? zero;
    count[of]++;
    counts.set(name, count);
  };
  for (const effect of [...(await readEffects(evidence)), ...(await readReturned(evidence))]) add('received', effect);
  for (const call of await readFailedCalls(evidence)) add(call.unknown ? 'unknown' : 'failed', call);
  const slugs = await readSlugs(evidence);
  for (const { key, limit_class, failed, account_id, at } of report.counted) {
    const slug = slugs.get(key.split('/')[0] ?? '') ?? '';
    const of = failed === null ? 'audit_done' : failed === 'UNKNOWN' ? 'audit_unknown' : 'audit_failed';
    add(of, { account_id, kind: limit_class === 'invite' ? 'invitation' : limit_class, at: new Date(at), slug });
  }
  return counts;
}

/** A mail that comes back reached nobody, and the network all the same. */
const readReturned = ({ v2, load }: Evidence) =>
  rowsOf<{ slug: string; account_id: string; kind: string; at: Date }>(
    v2,
    `select person.public_identifier as slug, account_id, 'email' as kind, at
       from sandbox_mails join sandbox_people person on lower(person.email) = lower(to_email)
      where outgoing and person.behavior ? 'bounces' and account_id = any ($1)`,
    [load.accounts],
  );

async function readSlugs({ engine }: Evidence): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; slug: string }>(
    engine,
    `select of.id, ${SLUG} as slug
       from (select id, lead_id from enrollments union all select id, lead_id from answers) as of join leads on leads.id = of.lead_id`,
  );
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
