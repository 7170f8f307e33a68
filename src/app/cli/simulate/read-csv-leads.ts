import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import type { GivenLead } from '../../../core/simulate/simulated-leads.ts';
import { missingNeeds } from '../../../language/fit/missing-needs.ts';
import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { type ReadLead, readLeadFields } from '../../../runtime/enroll/read-lead-fields.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { printNote } from '../print.ts';
import { wrongUse } from './read-options.ts';

const FIX = `Begin with a header of lead fields: ${LEAD_FIELDS.join(', ')}; other columns are variables.`;

/**
 * The people of a CSV file. A row that the engine would refuse is reported with its number and left out.
 */
export async function readCsvLeads(file: string, plans: readonly Plan[], most: number | null): Promise<GivenLead[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw wrongUse(`cannot read ${file}`, 'Name a CSV file.');
  });
  const rows = readRows(file, text);
  const leads: GivenLead[] = [];
  const known = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const number = index + 1;
    if (most !== null && leads.length >= most) break;
    const read = readLead(row, plans);
    const problem = typeof read === 'string' ? read : duplicateOf(read, known);
    if (problem !== null) printNote(`${file} row ${number}: ${problem}`);
    if (problem !== null || typeof read === 'string') continue;
    for (const { kind, value } of read.identities) known.set(`${kind}:${value}`, number);
    leads.push({ fields: read.fields, vars: read.vars });
  }
  if (leads.length > 0) return leads;
  throw new CodedError('no_leads', `${file} has no lead that could be enrolled.`);
}

function readRows(file: string, text: string): Record<string, string>[] {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw wrongUse(`${file} is not a CSV file: ${error.message}`, FIX);
  }
}

/** What is wrong with the row, or its lead. */
function readLead(row: Readonly<Record<string, string>>, plans: readonly Plan[]): ReadLead | string {
  const given: Record<string, unknown> = {};
  const vars: Record<string, string> = {};
  for (const [column, value] of Object.entries(row)) {
    if (LEAD_FIELDS.some((field) => field === column)) given[column] = value;
    else if (value !== '') vars[column.replace(/^vars\./, '')] = value;
  }
  const lead = readLeadFields({ ...given, vars });
  if (lead.kind === 'refused') return lead.message;
  const missing = new Set(plans.flatMap((plan) => missingNeeds(plan, lead.fields, lead.vars)));
  if (missing.size > 0) return `lacks ${[...missing].join(', ')}`;
  return lead;
}

/** The person of an earlier row: nobody enters a sequence twice. Null: there is none. */
function duplicateOf({ identities }: ReadLead, known: ReadonlyMap<string, number>): string | null {
  const row = identities.map(({ kind, value }) => known.get(`${kind}:${value}`)).find((found) => found !== undefined);
  return row === undefined ? null : `is the person of row ${row}`;
}
