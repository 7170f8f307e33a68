/** The result of work that is done in pieces, without a pause. */
export function finish<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Which share of it is done, from 0 to 1, each time it pauses. */
export type Progressing<Result> = Generator<number, Result>;

/** One of several works of about the same length, with its share of all of them. */
export function* asPart<Result>(work: Progressing<Result>, index: number, of: number): Progressing<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield (index + step.value) / of;
  }
}
