import type { ChannelName } from './channel-name.ts';
import type { LimitClass } from './limit-class.ts';
import type { Node } from './node.ts';
import type { NodeId } from './nodes/common.ts';

export type { ChannelName, LimitClass };

/** A daily cap or weekly cap; `capsOf` says which of them count for an account. */
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
  /** Random gap between two sends of one account, milliseconds; kept by `nextFreeSlot`. */
  readonly spacing: { readonly min: number; readonly max: number } | null;
  /** Country (`FR`) or country-region (`DE-BY`) codes, whose public holidays are days without sends. Absent: none. */
  readonly holidays?: readonly string[];
}

/** Warm-up: the cap of every send class on the account's first day of sending, and by how much it grows each calendar day; counted by `warmUpCap`. */
export interface WarmUp {
  readonly start: number;
  readonly grow: number;
}

/** `company_reply`: a colleague of the lead answered. */
export type StopReason = 'reply' | 'unsubscribe' | 'bounce' | 'company_reply';

/** The rules for who may enter. */
export interface EnrollRules {
  /** Once only, or again this many milliseconds after the last enrollment in this sequence ended. */
  readonly again: 'never' | { readonly after: number };
  /** Not while the person is active in any other enrollment. */
  readonly active_elsewhere: boolean;
  /** Not when any sequence reached the person within this many milliseconds. */
  readonly contacted_within: number | null;
  /** People of one company active in this sequence at a time. */
  readonly per_company: number | null;
}

export const DEFAULT_ENROLL: EnrollRules = Object.freeze({
  again: 'never',
  active_elsewhere: true,
  contacted_within: null,
  per_company: null,
});

/** The reaction to an auto-reply: sends wait for the date it names, else for `otherwise` milliseconds; or nothing; or it stops. */
export type OutOfOffice =
  | { readonly do: 'wait'; readonly until_back: boolean; readonly otherwise: number }
  | { readonly do: 'ignore' }
  | { readonly do: 'stop' };

export const DEFAULT_OUT_OF_OFFICE: OutOfOffice = Object.freeze({
  do: 'wait',
  until_back: true,
  otherwise: 5 * 24 * 60 * 60 * 1000,
});

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
  /** How many mails one domain gets from an account, at most one cap per period; absent: as many as `limits` allow. */
  readonly emails_per_domain?: readonly Cap[];
  readonly warm_up?: WarmUp;
  /** Absent: `DEFAULT_ENROLL`. */
  readonly enroll?: EnrollRules;
  readonly stop_on: readonly StopReason[];
  /** Absent: `DEFAULT_OUT_OF_OFFICE`. */
  readonly out_of_office?: OutOfOffice;
  /** Defaults of variables; null: each lead must bring its own. */
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * Names without which a lead is refused at enrollment: lead fields as they are (`email`), variables as `vars.team`.
   */
  readonly needs: readonly string[];
  readonly start: NodeId;
  readonly nodes: Readonly<Record<NodeId, Node>>;
}
