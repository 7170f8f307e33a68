import type { MoveEvent } from '../../src/core/engine/move.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { planOf } from '../engine/plans.ts';

const step = (id: string, next: string): Node => ({ id, kind: 'visit', next, on_error: { do: 'stop' } });
const end: Node = { id: 'end', kind: 'end', outcome: 'completed' };

/** A wait of days in the first version, which the second one does without. */
export const twoVersions = {
  before: planOf([
    step('first', 'pause'),
    { id: 'pause', kind: 'wait', duration: { unit: 'ms', count: 9 * DAY }, next: 'last', on_error: { do: 'stop' } },
    step('last', 'end'),
    end,
  ]),
  after: planOf([step('first', 'bump'), step('bump', 'end'), end]),
};

export const moveOf = (digest: string): MoveEvent => ({
  id: 'change/chg_1',
  digest,
  node: 'bump',
  places: { last: { node: 'end', goes_on: false } },
  repeats: {},
});
