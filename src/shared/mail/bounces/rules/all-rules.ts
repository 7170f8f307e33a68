import { CAPACITY } from './capacity.ts';
import { CODED } from './coded.ts';
import { DESTINATION } from './destination.ts';
import { MAILBOX } from './mailbox.ts';
import { REFUSAL } from './refusal.ts';
import type { Rule } from './rule.ts';
import { STAGES, type StageRule } from './stages.ts';

/** The rules that read the words of servers. */
export interface Knowledge {
  /** The first that fits counts: reasons with a code come first, then temporary ones before permanent ones. */
  readonly reasons: readonly Rule[];
  readonly stages: readonly StageRule[];
}

export const ALL_RULES: Knowledge = {
  reasons: [...CODED, ...CAPACITY, ...REFUSAL, ...DESTINATION, ...MAILBOX],
  stages: STAGES,
};

/** Without what was seen in mails of that server alone: as if it were met for the first time. */
export function rulesWithout(server: string): Knowledge {
  const others = ({ servers }: { readonly servers: readonly string[] }) =>
    servers.length === 0 || servers.some((one) => one !== server);
  return { reasons: ALL_RULES.reasons.filter(others), stages: ALL_RULES.stages.filter(others) };
}
