import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { GivenLead } from '../../../core/simulate/people/simulated-leads.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { readCsv } from '../../../runtime/enroll/csv/read-csv.ts';
import { fitToPlan } from '../../../runtime/enroll/leads/fit-to-plan.ts';
import { type ReadLead, readLeadFields } from '../../../runtime/enroll/leads/read-lead-fields.ts';
import type { Refused } from '../../../runtime/enroll/refused.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { printNote } from '../print.ts';
import { wrongUse } from './read-options.ts';

interface Reading {
  /** The first so many. */
  readonly most: number | null;
  readonly mapping: Readonly<Record<string, string>>;
  readonly encoding: string | undefined;
}

/**
 * The people of a CSV file, as an import reads it. A row that the engine would refuse is reported with its number and left out.
 */
export async function readCsvLeads(file: string, plans: readonly Plan[], reading: Reading): Promise<GivenLead[]> {
  const { most, ...how } = reading;
  if (!(await stat(file).catch(() => null))?.isFile()) throw wrongUse(`cannot read ${file}`, 'Name a CSV file.');
  const { rows } = await readCsv(createReadStream(file), how);
  const leads: GivenLead[] = [];
  const known = new Map<string, number>();
  for await (const { row, given, refused } of rows) {
    if (most !== null && leads.length >= most) break;
    const read = refused === undefined ? readLead(given.lead, plans) : { kind: 'refused' as const, ...refused };
    const problem = read.kind === 'refused' ? read.message : duplicateOf(read, known);
    if (problem !== null) printNote(`${file} row ${row}: ${problem}`);
    if (problem !== null || read.kind === 'refused') continue;
    for (const { kind, value } of read.identities) known.set(`${kind}:${value}`, row);
    leads.push({ fields: read.fields, vars: read.vars });
  }
  if (leads.length > 0) return leads;
  throw new CodedError('no_leads', `${file} has no lead that could be enrolled.`);
}

/** As an enrollment reads it, for each of the sequences. */
function readLead(given: unknown, plans: readonly Plan[]): ReadLead | Refused {
  const lead = readLeadFields(given);
  if (lead.kind === 'refused') return lead;
  const fits = plans.map((plan) => fitToPlan(plan, lead.fields, lead.vars));
  return fits.find((fit) => fit.kind === 'refused') ?? lead;
}

/** The person of an earlier row: nobody enters a sequence twice. Null: there is none. */
function duplicateOf({ identities }: ReadLead, known: ReadonlyMap<string, number>): string | null {
  const row = identities.map(({ kind, value }) => known.get(`${kind}:${value}`)).find((found) => found !== undefined);
  return row === undefined ? null : `is the person of row ${row}`;
}
