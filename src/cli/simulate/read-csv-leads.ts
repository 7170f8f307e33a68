import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { missingNeeds } from '../../enroll/missing-needs.ts';
import { readLeadFields } from '../../enroll/read-lead-fields.ts';
import { LEAD_FIELDS } from '../../plan/lead.ts';
import type { Plan } from '../../plan/plan.ts';
import type { GivenLead } from '../../simulate/simulated-leads.ts';
import { wrongUse } from './read-options.ts';

const FIX = `Begin with a header of lead fields: ${LEAD_FIELDS.join(', ')}; other columns are variables.`;

/**
 * The people of a CSV file. A row that the engine would refuse is told with its number and left out; null after none was left.
 */
export async function readCsvLeads(
  file: string,
  plans: readonly Plan[],
  most: number | null,
): Promise<GivenLead[] | null> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw wrongUse(`cannot read ${file}`, 'Name a CSV file.');
  });
  const rows = readRows(file, text);
  const leads: GivenLead[] = [];
  for (const [index, row] of rows.entries()) {
    if (most !== null && leads.length >= most) break;
    const lead = readLead(row, plans);
    if (typeof lead === 'string') process.stderr.write(`${file} row ${index + 2}: ${lead}\n`);
    else leads.push(lead);
  }
  if (leads.length > 0) return leads;
  process.stderr.write(`${file} has no lead that could be enrolled\n`);
  return null;
}

function readRows(file: string, text: string): Record<string, string>[] {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw wrongUse(`${file} is no CSV file: ${error.message}`, FIX);
  }
}

/** What is wrong with the row, or its lead. */
function readLead(row: Readonly<Record<string, string>>, plans: readonly Plan[]): GivenLead | string {
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
  return { fields: lead.fields, vars: lead.vars };
}
