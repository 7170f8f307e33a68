import type { z } from 'zod';
import { balance } from './actions/balance.ts';
import { publishing } from './actions/content/publishing.ts';
import { reacting } from './actions/content/reacting.ts';
import { reading } from './actions/content/reading.ts';
import { enrich } from './actions/enrich.ts';
import { inbox } from './actions/messages/inbox.ts';
import { mailbox } from './actions/messages/mailbox.ts';
import { send } from './actions/messages/send.ts';
import { connections } from './actions/network/connections.ts';
import { invitations } from './actions/network/invitations.ts';
import { profiles } from './actions/profiles.ts';
import { recruiter } from './actions/recruiter.ts';
import type { ActionDefinition, Category } from './definition.ts';

/** Every action of every category, under its name. */
export const CONTRACT = {
  profiles,
  messages: { send, ...inbox, ...mailbox },
  network: { ...invitations, ...connections },
  content: { ...publishing, ...reacting, ...reading },
  recruiter,
  balance,
  enrich,
} as const;

type Contract = typeof CONTRACT;
export type ActionName<C extends Category> = keyof Contract[C] & string;
type Of<C extends Category, A extends ActionName<C>> =
  Contract[C][A] extends ActionDefinition<infer P, infer D> ? { params: P; data: D } : never;
/** The type of `params` as a caller writes it, before defaults are filled in. */
export type ParamsOf<C extends Category, A extends ActionName<C>> = z.input<Of<C, A>['params']>;
/** `data` of a success. */
export type DataOf<C extends Category, A extends ActionName<C>> = z.output<Of<C, A>['data']>;

export const ACTION_CATEGORIES = Object.freeze(Object.keys(CONTRACT) as Category[]);

export const ACTIONS: readonly ActionDefinition[] = Object.freeze(
  ACTION_CATEGORIES.flatMap((category) => Object.values<ActionDefinition>(CONTRACT[category])),
);

const byName = new Map(ACTIONS.map((definition) => [`${definition.category}/${definition.action}`, definition]));

/** Undefined: the category has no such action (`INVALID_ACTION`). */
export function findAction(category: string, action: string): ActionDefinition | undefined {
  return byName.get(`${category}/${action}`);
}

/** The exact types of one action, for callers that know which one they call. */
export function actionOf<C extends Category, A extends ActionName<C>>(category: C, action: A): Contract[C][A] {
  return CONTRACT[category][action];
}

export { type ChargeFacts, chargeOf } from './charge.ts';
