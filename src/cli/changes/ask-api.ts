import { CodedError } from '../../kit/coded-error.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Compilation, compileSequence } from '../../sequence/compile-sequence.ts';
import { formatDiagnostics } from '../../sequence/format-diagnostics.ts';
import type { ApiClient } from '../api-client.ts';
import { readSequenceFile } from '../sequence-file.ts';
import { type AppliedChange, appliedChange, changePlan, type ShownChange } from './shapes.ts';

export interface SequenceFile {
  readonly text: string;
  readonly plan: Plan;
  readonly digest: string;
}

/** Null after its errors were printed. */
export async function readValidFile(file: string): Promise<SequenceFile | null> {
  const text = await readSequenceFile(file);
  const compiled: Compilation = compileSequence(text);
  if (compiled.ok) return { text, plan: compiled.plan, digest: compiled.digest };
  const color = process.stderr.isTTY === true && !process.env.NO_COLOR;
  process.stderr.write(`${formatDiagnostics(text, compiled.diagnostics, { file, color })}\n`);
  return null;
}

export function askForPlan(api: ApiClient, { text, plan }: SequenceFile, move: boolean): Promise<ShownChange> {
  return api.post(`${pathOf(plan.sequence)}/plan${move ? '?move=true' : ''}`, { text }, changePlan);
}

/** By a plan's id (`chg_…`) or hash. */
export async function askToApply(
  api: ApiClient,
  sequence: string,
  name: string,
  digest: string | null = null,
): Promise<AppliedChange> {
  const body = name.startsWith('chg_') ? { plan_id: name } : { hash: name };
  if (digest !== null) {
    const would = await api.post(`${pathOf(sequence)}/apply?dry_run=true`, body, appliedChange);
    if (would.digest !== digest) {
      throw new CodedError('stale_plan', 'The file is not what this plan was made of.', {
        fix: 'Make a new plan of it: overture plan FILE.',
      });
    }
  }
  return api.post(`${pathOf(sequence)}/apply`, body, appliedChange);
}

export const pathOf = (sequence: string): string => `/api/sequences/${encodeURIComponent(sequence)}`;
