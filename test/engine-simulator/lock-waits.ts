import type { Random } from './random.ts';

/** The outcome of one step of a task. `waits`: it waits for a lock that another one holds. */
export type Ran<T> =
  | { readonly is: 'done'; readonly value: T }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'waits'; readonly lock: LockWait<T> };

export interface LockWait<T> {
  /** Process id of its connection in the server. */
  readonly pid: number;
  /** Whether it stands in the server's own queue, and so comes before those who are asked again. */
  isInServer(): boolean;
  /** Whether it has the lock by now, and what came of it. */
  look(): Promise<Ran<T>>;
  /** The connections that it waits for; empty: for none any more. */
  blockedBy(): Promise<readonly number[]>;
  /** Ends it with an error, as Postgres does to one of those who wait for each other. */
  giveUp(): Promise<Ran<T>>;
}

interface Waiting<Task> {
  readonly task: Task;
  readonly lock: LockWait<unknown>;
}

/** Tasks that wait for locks. Who of them is next is the seed's choice, never a race within Postgres. */
export class LockWaits<Task> {
  readonly #random: Random;
  readonly #goesOn: (task: Task, ran: Ran<unknown>) => Promise<void>;
  #waiting: Waiting<Task>[] = [];

  constructor(random: Random, goesOn: (task: Task, ran: Ran<unknown>) => Promise<void>) {
    this.#random = random;
    this.#goesOn = goesOn;
  }

  add(task: Task, lock: LockWait<unknown>): void {
    this.#waiting.push({ task, lock });
  }

  some(holds: (task: Task) => boolean): boolean {
    return this.#waiting.some(({ task }) => holds(task));
  }

  /** Gives up the waits of processes that are dead. */
  async abandon(isGone: (task: Task) => boolean): Promise<void> {
    const gone = this.#waiting.filter(({ task }) => isGone(task));
    this.#waiting = this.#waiting.filter(({ task }) => !isGone(task));
    for (const { lock } of gone) await lock.giveUp();
  }

  /** One at a time. Returns whether anybody can go on. */
  async lookAtAll(): Promise<boolean> {
    let some = false;
    for (const waiting of this.#inTurn()) {
      const ran = await waiting.lock.look();
      if (ran.is === 'waits') continue;
      some = true;
      await this.#leave(waiting, ran);
    }
    return some;
  }

  /** One of those who wait for each other is told so; returns their tasks, with that one first. Null: nobody waits in a circle. */
  async breakCircle(): Promise<readonly Task[] | null> {
    const edges: number[][] = [];
    for (const { lock } of this.#waiting) {
      const pids = await lock.blockedBy();
      edges.push(this.#waiting.flatMap((other, at) => (pids.includes(other.lock.pid) ? [at] : [])));
    }
    const [first, ...others] = findCircle(edges).flatMap((at) => this.#waiting[at] ?? []);
    if (!first) return null;
    const victim = this.#random.pick([first, ...others]);
    await this.#leave(victim, await victim.lock.giveUp());
    return [victim.task, ...[first, ...others].filter((one) => one !== victim).map(({ task }) => task)];
  }

  async #leave(waiting: Waiting<Task>, ran: Ran<unknown>): Promise<void> {
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    await this.#goesOn(waiting.task, ran);
  }

  #inTurn(): Waiting<Task>[] {
    const rest = this.#waiting.filter(({ lock }) => !lock.isInServer());
    const turns = this.#waiting.filter(({ lock }) => lock.isInServer());
    while (rest.length > 0) turns.push(...rest.splice(this.#random.below(rest.length), 1));
    return turns;
  }
}

function findCircle(edges: readonly (readonly number[])[]): readonly number[] {
  const from = (path: readonly number[]): readonly number[] => {
    for (const next of edges[path.at(-1) ?? 0] ?? []) {
      const back = path.indexOf(next);
      const circle = back >= 0 ? path.slice(back) : from([...path, next]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  for (const start of edges.keys()) {
    const circle = from([start]);
    if (circle.length > 0) return circle;
  }
  return [];
}
