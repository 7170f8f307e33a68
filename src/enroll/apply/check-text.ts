import type { NetworkProfile } from '../../calendar/network-profile.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Queryable } from '../../postgres/database.ts';
import { compileSequence } from '../../sequence/compile-sequence.ts';
import type { Diagnostic } from '../../sequence/diagnostic.ts';
import type { AccountRow } from '../../store/accounts/account.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import { readSequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import { knownAccounts } from './known-accounts.ts';

/**
 * A diagnostic of the compiler, or of what only the engine knows: `APPLY001`, an account that is not there; `APPLY002`, a `run`
 * that comes back to this sequence.
 */
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
  const compiled = compileSequence(text, { profiles, accounts: knownAccounts(accounts, profiles) });
  if (!compiled.ok) return { kind: 'invalid', diagnostics: compiled.diagnostics };
  const { plan, digest } = compiled;
  const found = [...unknownSenders(text, plan, accounts), ...(await runsInCircles(db, text, plan))];
  const diagnostics = [...compiled.diagnostics, ...found];
  return found.length > 0 ? { kind: 'invalid', diagnostics } : { kind: 'valid', plan, digest, diagnostics };
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

/** A person must not be handed on for ever. */
async function runsInCircles(db: Queryable, text: string, plan: Plan): Promise<ApplyDiagnostic[]> {
  const known = new Map<string, readonly string[]>([[plan.sequence, targetsOf(plan)]]);
  const open = [...targetsOf(plan)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (known.has(name)) continue;
    const version = await readSequenceVersion(db, name, null);
    known.set(name, version ? targetsOf(version.plan) : []);
    open.push(...(known.get(name) ?? []));
  }
  return targetsOf(plan)
    .filter((first) => leadsTo(known, first, plan.sequence))
    .map((first) => ({
      code: 'APPLY002' as const,
      severity: 'error' as const,
      ...placeOf(text, first),
      message:
        first === plan.sequence
          ? `${first} runs itself`
          : `${first} runs on and comes back to ${plan.sequence}, so nobody would ever leave`,
      fix: 'End one of them, or repeat steps with `repeat`.',
    }));
}

const targetsOf = (plan: Plan): string[] => [
  ...new Set(Object.values(plan.nodes).flatMap((node) => (node.kind === 'run' ? [node.sequence] : []))),
];

function leadsTo(targets: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(targets.get(name) ?? []));
  }
  return false;
}

function placeOf(text: string, word: string): { line: number; column: number; length: number } {
  const offset = Math.max(0, text.indexOf(word));
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: word.length };
}
