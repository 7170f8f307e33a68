import type { Fault } from '../context/fault-points.ts';
import type { Owner } from '../context/owner.ts';

/** Facts of a call as far as they are resolved: the error envelope and the log row say as much of them. */
export interface RequestState {
  action: string | null;
  owner: Owner | null;
  account_id: string | null;
  /** Set once the call is one that the history keeps, also when it fails. */
  log: { account_id: string | null; target: string | null } | null;
  idempotency_key: string | null;
  /** A fault that is to spoil the answer after the effect. */
  fault: Fault | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: RequestState;
  }
}
