import type { StepRequest } from '../../src/core/engine/contracts.ts';
import type { ConditionState } from '../../src/language/expression/condition.ts';
import { withDefaults } from '../../src/language/plan/declared-value.ts';
import { LEAD_FIELDS } from '../../src/language/plan/lead.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { ChannelName, Plan } from '../../src/language/plan/plan.ts';
import type { Relation, StepEnrollment, StepRecord } from '../../src/runtime/store/enrollments/load-step.ts';
import { intentKey } from '../../src/runtime/store/intents/intent.ts';
import type { LeadRow } from '../../src/runtime/store/leads/read-lead.ts';
import type { Identity } from '../../src/shared/identity/identity.ts';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { trimEndOf } from '../../src/shared/kit/trim-end-of.ts';
import type { StepDeps } from '../deps.ts';

/** All that a step reads before it acts, afresh each time it is asked. */
export interface StepContext {
  readonly request: StepRequest;
  /** The intent's key. */
  readonly key: string;
  /** Whether an intent was written for it before, whatever became of it. */
  readonly begun: boolean;
  /** Whether the step waits for other calls of its account to be answered. */
  readonly put_off: boolean;
  readonly plan: Plan;
  readonly node: Node;
  readonly enrollment: StepEnrollment;
  /** Null: the person was erased. */
  readonly lead: LeadRow | null;
  readonly identities: readonly Identity[];
  readonly accounts: StepRecord['accounts'];
  /** Between the professional sender and the lead. */
  readonly relation: Relation | null;
  /** Values of any shape: what `save_as` kept may be a whole answer. */
  readonly vars: Readonly<Record<string, unknown>>;
  readonly state: ConditionState;
  /** The lead's name for people. */
  readonly whom: string;
}

/** All that looking for a message between the two who write to each other takes. */
export type Correspondents = Pick<StepContext, 'identities' | 'accounts'> & {
  readonly enrollment: Pick<StepEnrollment, 'accepted_at'>;
};

export async function readContext(deps: StepDeps, request: StepRequest): Promise<StepContext> {
  const key = intentKey(request.enrollment_id, request.node, request.visit);
  const record = await deps.loadStep({ enrollment_id: request.enrollment_id, intent: key });
  if (!record) throw new CodedError('enrollment_missing', `there is no enrollment ${request.enrollment_id}`);
  const { enrollment, lead } = record;
  // A step that was begun in another version is ended in it.
  const digest = request.digest ?? enrollment.digest;
  const plan = await deps.findPlan(digest, deps.db);
  const node = Object.hasOwn(plan.nodes, request.node) ? plan.nodes[request.node] : undefined;
  if (!node) throw new CodedError('node_missing', `the plan ${digest} has no node ${request.node}`);
  const relation = record.relations.find(({ account_id }) => account_id === enrollment.senders.professional) ?? null;
  return {
    request,
    key,
    begun: record.intent_state !== null,
    put_off: record.put_off,
    plan,
    node,
    enrollment,
    lead,
    identities: record.identities,
    accounts: record.accounts,
    relation,
    vars: withDefaults(plan.vars, { ...lead?.vars, ...enrollment.vars }),
    state: {
      connected: enrollment.accepted_at !== null || (relation?.connected ?? false),
      invited: enrollment.invited_at !== null && enrollment.withdrawn_at === null,
      replied: enrollment.replied_at !== null,
      label: enrollment.label ?? '',
      has_email: Boolean(lead?.email),
      degree: relation?.degree ?? 0,
      premium: lead?.premium ?? false,
      last_step: record.last_step ?? '',
    },
    whom: nameOf(lead),
  };
}

/** The lead's own fields, without the row's bookkeeping. */
export function leadFields(lead: LeadRow | null): Record<string, string> {
  const filled = LEAD_FIELDS.map((field) => [field, lead?.[field]]).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(filled);
}

export function senderOf(context: StepContext, channel: ChannelName): StepRecord['accounts'][number] | null {
  const id = context.enrollment.senders[channel];
  return context.accounts.find((account) => account.id === id) ?? null;
}

/** The channel that a call goes through: that of the account it is for. */
export function channelOf(context: Pick<StepContext, 'accounts'>, call: { readonly account_id: string }): ChannelName {
  return context.accounts.find(({ id }) => id === call.account_id)?.platform ?? 'professional';
}

/** Chooses who speaks in a text that no account sends. */
export function anySender(context: StepContext): StepRecord['accounts'][number] | null {
  return senderOf(context, 'professional') ?? senderOf(context, 'email') ?? senderOf(context, 'messenger');
}

/** How the professional network knows the lead best: by URL, else by any name learned. */
export function profileOf({ lead, identities }: Pick<StepContext, 'lead' | 'identities'>): string | null {
  if (lead?.profile_url) return lead.profile_url;
  return identities.find(({ kind }) => kind === 'profile_id' || kind === 'slug' || kind === 'urn')?.value ?? null;
}

export function nameOf(lead: LeadRow | null): string {
  const name = [lead?.first_name, lead?.last_name].filter(Boolean).join(' ');
  return (
    name ||
    lead?.email ||
    trimEndOf(lead?.profile_url ?? '', '/')
      .split('/')
      .at(-1) ||
    'the lead'
  );
}
