import type { Plan } from '../plan/plan.ts';
import { compileSequence } from '../sequence/compile-sequence.ts';
import type { Diagnostic } from '../sequence/diagnostic.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { listAccounts } from '../store/accounts/find-account.ts';
import { readSequenceVersion } from '../store/sequences/read-sequence-version.ts';
import { saveSequenceVersion } from '../store/sequences/save-sequence-version.ts';
import type { EnrollDeps } from './enroll-lead.ts';

/** A diagnostic of the compiler, or of what only the engine knows: `APPLY001`, an account that is not there. */
export type ApplyDiagnostic = Omit<Diagnostic, 'code'> & { readonly code: Diagnostic['code'] | 'APPLY001' };

export type Applied =
  | {
      readonly kind: 'created' | 'unchanged';
      readonly name: string;
      readonly version: number;
      readonly digest: string;
      readonly diagnostics: readonly ApplyDiagnostic[];
    }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly ApplyDiagnostic[] };

/** Compiles a sequence and makes it the current version; the same digest again is the version that it was. */
export async function applySequence(
  { db, clock }: EnrollDeps,
  text: string,
  options: { readonly dry_run?: boolean } = {},
): Promise<Applied> {
  const compiled = compileSequence(text);
  if (!compiled.ok) return { kind: 'invalid', diagnostics: compiled.diagnostics };
  const { plan, digest } = compiled;
  const unknown = unknownSenders(text, plan, await listAccounts(db));
  const diagnostics = [...compiled.diagnostics, ...unknown];
  if (unknown.length > 0) return { kind: 'invalid', diagnostics };
  if (options.dry_run) {
    const present = await readSequenceVersion(db, plan.sequence, null);
    const same = present !== null && present.digest === digest;
    const version = same ? present.version : (present?.version ?? 0) + 1;
    return { kind: same ? 'unchanged' : 'created', name: plan.sequence, version, digest, diagnostics };
  }
  const saved = await saveSequenceVersion(db, {
    name: plan.sequence,
    digest,
    plan,
    source: text,
    at: new Date(clock.now()),
  });
  return { kind: saved.kind, name: plan.sequence, version: saved.version, digest, diagnostics };
}

function unknownSenders(text: string, plan: Plan, accounts: readonly AccountRow[]): ApplyDiagnostic[] {
  return Object.entries(plan.senders).flatMap(([channel, ids]) =>
    (ids ?? [])
      .filter((id) => !accounts.some((account) => account.id === id && account.platform === channel))
      .map((id) => ({
        code: 'APPLY001' as const,
        severity: 'error' as const,
        ...placeOf(text, id),
        message: `${id} is not a connected ${channel} account`,
        fix: 'Connect the account, or name one that GET /api/accounts lists.',
      })),
  );
}

function placeOf(text: string, word: string): { line: number; column: number; length: number } {
  const offset = Math.max(0, text.indexOf(word));
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: word.length };
}
