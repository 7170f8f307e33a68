import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { eachOf, handOut, seedsFor, seedsOfParent } from './share-seeds.ts';

/** A process and its parent, as each sees the other: a message is heard in a later turn. */
function connected() {
  const [child, parent] = [new EventEmitter(), new EventEmitter()];
  const to = (other: EventEmitter) => (message: unknown) => void setImmediate(() => other.emit('message', message));
  return { child: Object.assign(child, { send: to(parent) }), parent: Object.assign(parent, { send: to(child) }) };
}

it('hands out each seed once, to whoever is free, and one more for each that is none', async () => {
  const { child, parent } = connected();
  const seeds = seedsFor(5, 10);
  handOut(seeds, child);
  const theirs = seedsOfParent(parent);
  const walked: number[] = [];
  for await (const seed of eachOf(theirs)) {
    if (seed === 10 || seed === 15) await theirs.skip();
    else walked.push(seed);
    // The parent takes one itself.
    if (seed === 11) walked.push((await seeds.next()) ?? 0);
  }
  expect(walked.toSorted()).toEqual([11, 12, 13, 14, 16]);
  expect(await theirs.next()).toBeNull();
  expect(await seeds.next()).toBeNull();
});
