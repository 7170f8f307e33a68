import type { NetworkProfile } from '../../../core/calendar/network-profile.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { compileSequence } from '../../../language/sequence/compile-sequence.ts';
import type { Diagnostic } from '../../../language/sequence/diagnostics/diagnostic.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../../store/accounts/account.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import { listRuns } from '../../store/sequences/list-runs.ts';
import { knownAccounts } from './known-accounts.ts';

/** A diagnostic of the compiler, or of what only the engine knows: `APPLY001`, an account that is not there; `APPLY002`, the name of another sequence. */
export type ApplyDiagnostic = Omit<Diagnostic, 'code'> & {
  readonly code: Diagnostic['code'] | 'APPLY001' | 'APPLY002';
};

export type CheckedText =
  | {
      readonly kind: 'valid';
      readonly plan: Plan;
      readonly digest: string;
      readonly diagnostics: readonly ApplyDiagnostic[];
    }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly ApplyDiagnostic[] };

/** Compiles a sequence and looks at what it needs of this engine. */
export async function checkText(
  db: Queryable,
  text: string,
  profiles: readonly NetworkProfile[] = [],
): Promise<CheckedText> {
  const accounts = await listAccounts(db);
  const compiled = compileSequence(text, {
    profiles,
    accounts: knownAccounts(accounts, profiles),
    sequences: await listRuns(db),
  });
  if (!compiled.ok) return { kind: 'invalid', diagnostics: compiled.diagnostics };
  const { plan, digest } = compiled;
  const unknown = unknownSenders(text, plan, accounts);
  const diagnostics = [...compiled.diagnostics, ...unknown];
  return unknown.length > 0 ? { kind: 'invalid', diagnostics } : { kind: 'valid', plan, digest, diagnostics };
}

/** Lists what stands against publishing a text as this sequence; the digest is null where anything does. */
export async function checkDraft(
  db: Queryable,
  sequence: string,
  text: string,
  profiles: readonly NetworkProfile[] = [],
): Promise<{ readonly diagnostics: readonly ApplyDiagnostic[]; readonly digest: string | null }> {
  const checked = await checkText(db, text, profiles);
  if (checked.kind === 'invalid') return { diagnostics: checked.diagnostics, digest: null };
  const { plan, diagnostics, digest } = checked;
  if (plan.sequence === sequence) return { diagnostics, digest };
  const other: ApplyDiagnostic = {
    ...{ code: 'APPLY002', severity: 'error', ...positionOf(text, plan.sequence) },
    message: `this is the draft of ${sequence}, and the text names ${plan.sequence}`,
    fix: `Name it ${sequence}, or make a sequence of the other name.`,
  };
  return { diagnostics: [...diagnostics, other], digest: null };
}

function unknownSenders(text: string, plan: Plan, accounts: readonly AccountRow[]): ApplyDiagnostic[] {
  return Object.entries(plan.senders).flatMap(([channel, ids]) =>
    (ids ?? [])
      .filter((id) => !accounts.some((account) => account.id === id && account.platform === channel))
      .map((id) => ({
        code: 'APPLY001' as const,
        severity: 'error' as const,
        ...positionOf(text, id),
        message: `${id} is not a connected ${channel} account`,
        fix: 'Connect the account, or name one that GET /api/accounts lists.',
      })),
  );
}

function positionOf(text: string, word: string): { line: number; column: number; length: number } {
  const offset = Math.max(0, text.indexOf(word));
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: word.length };
}
