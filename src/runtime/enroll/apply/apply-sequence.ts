import { BY_FILE, type Publishing } from '../../store/sequences/keeper.ts';
import { readSequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import { saveSequenceVersion } from '../../store/sequences/save-sequence-version.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { type ApplyDiagnostic, checkText } from './check-text.ts';
import { findObstacle, type KnownObstacle, obstacleWith } from './find-obstacle.ts';

export type Applied =
  | {
      readonly kind: 'created' | 'unchanged';
      readonly name: string;
      readonly version: number;
      readonly digest: string;
      readonly diagnostics: readonly ApplyDiagnostic[];
    }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly ApplyDiagnostic[] }
  | KnownObstacle;

/** Compiles a sequence and makes it the current version; the same digest again is the version that it was. Nobody moves. */
export async function applySequence(
  { db, clock, profiles }: EnrollDeps,
  text: string,
  options: { readonly dry_run?: boolean; readonly publishing?: Publishing } = {},
): Promise<Applied> {
  const { publishing = BY_FILE } = options;
  const checked = await checkText(db, text, profiles);
  if (checked.kind === 'invalid') return checked;
  const { plan, digest, diagnostics } = checked;
  if (options.dry_run) {
    const obstacle = await findObstacle(db, plan.sequence, digest, publishing);
    if (obstacle !== null) return obstacle;
    const present = await readSequenceVersion(db, plan.sequence, null);
    const same = present !== null && present.digest === digest;
    const version = same ? present.version : (present?.version ?? 0) + 1;
    return { kind: same ? 'unchanged' : 'created', name: plan.sequence, version, digest, diagnostics };
  }
  const at = new Date(clock.now());
  const saved = await saveSequenceVersion(db, { name: plan.sequence, digest, plan, source: text, at, publishing });
  if (saved.kind === 'kept_elsewhere' || saved.kind === 'published_meanwhile') {
    return obstacleWith(db, plan.sequence, saved, publishing);
  }
  return { kind: saved.kind, name: plan.sequence, version: saved.version, digest, diagnostics };
}
