import { readWallTime } from '../../../src/runtime/store/walks/read-wall-time.ts';
import type { PresenceWatch } from '../../../src/shared/kit/watch-return.ts';
import type { StepDeps } from '../../deps.ts';
import { reconcileWalks } from './reconcile-walk.ts';
import type { Workflows } from './workflows.ts';

interface WalkKeeperOptions {
  /** When the worker began, wall time of Postgres: walks from before are looked at whatever their rows say. */
  readonly since: Date;
  readonly temporal: PresenceWatch;
  /** Called when something was written for Temporal. */
  readonly onMended: () => void;
}

/**
 * Creates the look at the next walks, which resolves to true while there is more to do at once. While Temporal is away
 * nobody is looked at, and nobody's look is over by it. When it is back, everybody is looked at without a pause: it may
 * have lost any of them, and nobody tells.
 */
export function createWalkKeeper(
  deps: StepDeps,
  workflows: Workflows,
  { temporal, onMended, ...begun }: WalkKeeperOptions,
): () => Promise<boolean> {
  let { since } = begun;
  let isCatchingUp = true;
  return async () => {
    const presence = await temporal();
    if (presence === 'away') return false;
    if (presence === 'back') since = await readWallTime(deps.db);
    const { mended, set_back, more } = await reconcileWalks(deps, workflows, { since });
    if (set_back) since = await readWallTime(deps.db);
    if (mended > 0) onMended();
    isCatchingUp = more && (isCatchingUp || set_back || presence === 'back');
    return mended > 0 || isCatchingUp;
  };
}
