import type { Node } from './node.ts';
import type { NodeId } from './nodes/common.ts';

export type ChannelName = 'professional' | 'messenger' | 'email';

/** What is counted per sender account. `visit` and the sends come from the step's kind, `credits` from the charge. */
export type LimitClass = 'visit' | 'invite' | 'message' | 'inmail' | 'email' | 'credits';

export interface Cap {
  readonly count: number;
  /** A local day, or an ISO week, of the account's zone. */
  readonly per: 'day' | 'week';
}

/** Minutes after local midnight; `to` above 1440 runs past midnight. */
export interface HoursRange {
  readonly from: number;
  readonly to: number;
}

export interface Schedule {
  /** An IANA name, or `lead`: the lead's own, else `fallback_timezone`. */
  readonly timezone: string;
  readonly fallback_timezone: string;
  /** Index 0 is Monday; an empty list is a day without sends. Null: any time. */
  readonly hours: readonly (readonly HoursRange[])[] | null;
  /** Random gap between two sends of one account, milliseconds. */
  readonly spacing: { readonly min: number; readonly max: number } | null;
}

export type StopReason = 'reply' | 'unsubscribe' | 'bounce';

/**
 * A compiled sequence: immutable, canonical JSON, known by the SHA-256 of that JSON. Node ids are stable, edges explicit.
 */
export interface Plan {
  readonly format: 1;
  readonly sequence: string;
  readonly description?: string;
  /** Account ids by channel; several are a pool, and a lead keeps its sender. */
  readonly senders: { readonly [channel in ChannelName]?: readonly string[] };
  readonly schedule: Schedule;
  /** At most one cap per class and period. */
  readonly limits: { readonly [limit in LimitClass]?: readonly Cap[] };
  readonly stop_on: readonly StopReason[];
  /** Defaults of variables; null: each lead must bring its own. */
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * Names without which a lead is refused at enrollment: lead fields as they are (`email`), variables as `vars.team`.
   */
  readonly needs: readonly string[];
  readonly start: NodeId;
  readonly nodes: Readonly<Record<NodeId, Node>>;
}
