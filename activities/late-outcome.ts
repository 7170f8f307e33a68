/**
 * Thrown where another performer has recorded the intent's outcome, or sent it again: what that one wrote stays, and
 * this is rolled back.
 */
export class LateOutcome extends Error {
  constructor(key: string) {
    super(`the outcome of ${key} came too late`);
    this.name = 'LateOutcome';
  }
}
