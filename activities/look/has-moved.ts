import type { PerformRequest } from '../../src/core/engine/perform.ts';

/** Whether the enrollment is in another version than the walk that asks. */
export const hasMoved = (request: PerformRequest, enrollment: { readonly digest: string }): boolean =>
  request.digest !== undefined && request.digest !== enrollment.digest;
