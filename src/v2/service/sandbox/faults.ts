import type { Fault, FaultSource, FaultyCall } from '../context/fault-points.ts';

interface FaultRule {
  readonly user_id: string;
  /** Conditions on the call; an absent one matches every call. */
  readonly match: { readonly path?: string; readonly action?: string; readonly account_id?: string };
  readonly fault: Fault;
  readonly times: number;
}

export interface FaultBook {
  add(rule: FaultRule): void;
  clear(userId: string): void;
  /** The faults still to come for this owner. */
  left(userId: string): number;
  readonly take: FaultSource;
}

/** Faults live in memory: they belong to a test run, and a service that restarts has none. */
export function createFaultBook(): FaultBook {
  let rules: FaultRule[] = [];
  return {
    add(rule) {
      rules.push(rule);
    },
    clear(userId) {
      rules = rules.filter((rule) => rule.user_id !== userId);
    },
    left: (userId) => rules.reduce((sum, rule) => sum + (rule.user_id === userId ? rule.times : 0), 0),
    take(call) {
      const index = rules.findIndex((rule) => meets(rule, call));
      const rule = rules[index];
      if (!rule) return null;
      rules = rules.flatMap((each, at) =>
        at !== index ? each : each.times > 1 ? { ...each, times: each.times - 1 } : [],
      );
      return rule.fault;
    },
  };
}

function meets({ user_id, match }: FaultRule, call: FaultyCall): boolean {
  return (
    user_id === call.user_id &&
    (match.path === undefined || match.path === call.path) &&
    (match.action === undefined || match.action === call.action) &&
    (match.account_id === undefined || match.account_id === call.account_id)
  );
}
