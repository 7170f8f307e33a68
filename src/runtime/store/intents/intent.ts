import { ANSWER_NODE } from '../slots/slot.ts';

export type IntentState = 'sent' | 'done' | 'refused' | 'unknown' | 'not_done';

/** The request of a call to the V2 service, as it was sent: a repeat must be the same byte for byte. */
export interface IntentRequest {
  readonly account_id: string;
  readonly category: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** A read that completes the call. While this is set, the call itself has certainly not been sent. */
  readonly first?: FirstRead;
}

export interface FirstRead {
  /** Ends the read's `Idempotency-Key`: asked again within the service's memory, it costs nothing more. */
  readonly part: string;
  readonly category: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** One per step and visit, or per answer of a person of ours: written before the call, and what came of it. */
export interface IntentRow {
  /** `<enrollment>/<node>/<visit>`; of an answer `<answer>/answer/1`. */
  readonly key: string;
  /** Null: of an answer. */
  readonly enrollment_id: string | null;
  readonly answer_id: string | null;
  readonly node: string;
  readonly visit: number;
  readonly account_id: string;
  readonly category: string;
  readonly action: string;
  readonly limit_class: string | null;
  /** `sent`: the call may be in flight. `not_done`: proof that nothing happened; it may be sent again. */
  readonly state: IntentState;
  readonly request: IntentRequest;
  readonly response: unknown;
  readonly error_code: string | null;
  readonly error_text: string | null;
  readonly credits: number;
  readonly generation: number;
  readonly sends: number;
  readonly lookups: number;
  /** Set once the outcome was in doubt, and kept: from then on only the same bytes may go out. */
  readonly doubtful_since: Date | null;
  /** The engine's `PerformResult`, so that a replayed activity answers the same. */
  readonly result: unknown;
  readonly created_at: Date;
  readonly wall_created_at: Date;
  readonly settled_at: Date | null;
}

export interface NamedStep {
  /** The key of the intent. */
  readonly key: string;
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
}

export interface NamedAnswer {
  /** The key of the intent. */
  readonly key: string;
  readonly answer_id: string;
}

/** The step, or the answer of a person of ours, that an idempotency key was sent for; null: it is none of ours. */
export function ownerOfWireKey(wire: string): NamedStep | NamedAnswer | null {
  const key = wire.replace(/~\d+$/, '');
  const [first, last] = [key.indexOf('/'), key.lastIndexOf('/')];
  const visit = Number(key.slice(last + 1));
  if (first < 1 || last <= first + 1 || !Number.isInteger(visit) || visit < 1) return null;
  const [id, node] = [key.slice(0, first), key.slice(first + 1, last)];
  if (id.startsWith('ans_') && node === ANSWER_NODE) return { key, answer_id: id };
  return { key, enrollment_id: id, node, visit };
}

/** Length of an id that `newId` makes, which tells a key of ours from another program's. */
const ID_LENGTH = 30;

/** Whether the engine made this key, as far as its form tells. */
export function isOurKey(key: string): boolean {
  const id = key.slice(0, key.indexOf('/'));
  return id.length === ID_LENGTH && (id.startsWith('enr_') || id.startsWith('ans_'));
}

/** The intent key: it names one visit of a step, and its intent is unique by it. */
export const intentKey = (enrollmentId: string, node: string, visit: number): string =>
  `${enrollmentId}/${node}/${visit}`;

/**
 * The idempotency key that a call is sent with (`Idempotency-Key`): the intent key, with a suffix once a refusal is kept under the plain one. The
 * two are told apart from the request key, under which a client of our own API asks for the same thing twice.
 */
export const wireKey = (key: string, generation: number, part?: string): string =>
  `${key}${generation === 1 ? '' : `~${generation}`}${part === undefined ? '' : `/${part}`}`;
