import { findPass, movePass, type Passed } from '../../store/leads/name-pass.ts';
import { noteNamesakesAfter } from '../../store/suppressions/namesakes.ts';
import type { BringDeps } from './bring-deps.ts';
import { bringEntries } from './bring-entries.ts';
import { bringEvents } from './bring-events.ts';
import { bringPeople } from './bring-people.ts';

/** People among whom namesakes of the erased are looked for at once. */
const AT_ONCE = 2000;

/** Reads some rows behind `place` again; where the next ones begin, or null at the end. */
type Bring = (deps: BringDeps, place: string) => Promise<string | null>;

/** Entries of the do-not-contact list first: whoever is found to be on it is stopped as soon as they are known by the same name. */
const WORK: readonly (readonly [Passed, Bring])[] = [
  ['suppressions', bringEntries],
  ['people', bringPeople],
  ['events', bringEvents],
  ['namesakes', ({ db }, place) => noteNamesakesAfter(db, place, AT_ONCE)],
];

/**
 * Adds to the names of versions before this one what they are in the one form of each. Before a role begins, so that whoever said no in one spelling
 * is not written to in another; a second time when the version before has long been gone. Whoever is killed goes on at the same place.
 */
export async function bringNames(deps: BringDeps, passes: 1 | 2): Promise<void> {
  for (const [what, bring] of WORK) {
    for (let pass = await findPass(deps.db, what, passes); pass !== null; ) {
      const next = await bring(deps, pass.place);
      await movePass(deps.db, what, pass.place, next);
      pass = next === null ? null : { place: next };
    }
  }
}
