import { unreachable } from '../../shared/kit/result.ts';
import { isInMail } from './actions/messages/send.ts';
import type { ActionDefinition } from './definition.ts';

/** Facts beside the action on which its charge depends. */
export interface ChargeFacts {
  /** The call's params, where they decide (`inmail`, `recipient_urn`, `use_cache`). */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Items in the answer of a list. */
  readonly results?: number | undefined;
  /** The message carries media and its channel is the professional one. */
  readonly media?: boolean | undefined;
  readonly inmail?: boolean | undefined;
  readonly from_cache?: boolean | undefined;
  /** The same thing was done and paid before (`unlock`). */
  readonly repeated?: boolean | undefined;
}

/** API credits of a call that succeeded. spec: Limits / Credits per action. */
export function chargeOf(definition: Pick<ActionDefinition, 'charge'>, facts: ChargeFacts = {}): number {
  const { charge } = definition;
  switch (charge.kind) {
    case 'fixed':
      return charge.free_when_repeated && facts.repeated ? 0 : charge.credits;
    case 'per_results':
      return charge.credits * Math.ceil((facts.results ?? 0) / charge.results);
    case 'connections':
      return (facts.from_cache ?? facts.params?.use_cache === true) ? 0 : Math.ceil((facts.results ?? 0) / 50);
    case 'send':
      if (facts.inmail ?? isInMail(facts.params ?? {})) return 0;
      return facts.media ? 2 : 1;
    default:
      return unreachable(charge);
  }
}
