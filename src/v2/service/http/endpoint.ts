import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Refusal } from '../channels/call.ts';
import type { Owner } from '../context/owner.ts';
import type { Reservation } from '../credits/ledger.ts';

/** One call of an endpoint that has no `action`. */
export interface EndpointCall<Prepared = unknown> {
  readonly owner: Owner;
  readonly request: FastifyRequest;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** An empty object where the body is empty. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Virtual time at which the call happens, epoch ms. */
  readonly now: number;
  /** The call's transaction: the log row is committed with what the handler does in it. */
  readonly tx: Queryable;
  /** The result of `prepare`. */
  readonly prepared: Prepared;
}

/** A call as it is known before its transaction. */
export type ReceivedCall = Omit<EndpointCall, 'tx' | 'prepared'>;

export type EndpointAnswer =
  | {
      readonly data: object;
      readonly account_id?: string | null;
      readonly credits_consumed?: number;
      /** The result of `reserveCredits`, where credits are consumed. */
      readonly reservation?: Reservation;
    }
  /** The channel's refusal is an answer too: what was written before it is kept. */
  | { readonly refusal: Refusal; readonly account_id?: string | null };

export interface Endpoint<Prepared = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify's form: `/v2/webhooks/:webhook_id`. */
  readonly path: string;
  /** `metadata.action`, and the name in the log. */
  readonly action: string;
  /**
   * False for reads of the log itself, whose pages would move under the reader. Account management is logged as calls
   * without an account (spec: API log entry).
   */
  readonly logged?: boolean | 'without_account';
  /** Does slow work that changes nothing here (signing in at a mail server) before the transaction, which holds locks. */
  prepare?(call: ReceivedCall): Promise<Prepared>;
  handle(call: EndpointCall<Prepared>): Promise<EndpointAnswer>;
}

/** The account that the history names for a call of this endpoint. */
export function loggedAccount({ logged }: Pick<Endpoint, 'logged'>, accountId: string | null): string | null {
  return logged === 'without_account' ? null : accountId;
}
