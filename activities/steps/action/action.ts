import type { ActionNode, ParamValue } from '../../../src/language/plan/nodes/action.ts';
import type { StepRecord } from '../../../src/runtime/store/enrollments/load-step.ts';
import { isRecord } from '../../../src/shared/kit/is-record.ts';
import { fail, ok, type Result } from '../../../src/shared/kit/result.ts';
import { isInMail } from '../../../src/v2/contract/actions/messages/send.ts';
import { findAction } from '../../../src/v2/contract/actions.ts';
import type { StepDeps } from '../../deps.ts';
import { type StepContext, senderOf } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import { INTENT_HEADER } from '../messages/email-headers.ts';
import { type Absorbed, failed, NO_SENDER, type Preparation, type Prepared } from '../prepared.ts';
import { objectAt } from '../read-data.ts';
import { renderText } from '../render.ts';
import type { CallStep } from '../step.ts';
import { savedValue } from './save-as.ts';

export const actionStep: CallStep<ActionNode> = {
  prepare: prepareAction,
  absorb: absorbAction,
};

type Params = Readonly<Record<string, ParamValue>>;

/** Prepares any action of the contract. The service says what its params may be. */
function prepareAction(_: StepDeps, context: StepContext, node: ActionNode): Preparation {
  const sender = senderOf(context, node.channel);
  if (!sender) return NO_SENDER(node.channel);
  if (!findAction(node.category, node.action)) {
    return failed('UNKNOWN_ACTION', `there is no action ${nameOf(node)}`);
  }
  const params = renderParams(context, sender, node.params);
  if (!params.ok) return params.error;
  return {
    is: 'call',
    request: {
      account_id: sender.id,
      category: node.category,
      action: node.action,
      params: isEmail(node) ? withIntentHeader(context, params.value) : params.value,
    },
    ...(isSend(node) && isInMailParams(params.value) ? { limit_class: 'inmail' as const } : {}),
  };
}

const isSend = ({ category, action }: ActionNode): boolean => category === 'messages' && action === 'send';
const isEmail = (node: ActionNode): boolean => isSend(node) && node.channel === 'email';

function isInMailParams(params: Params): boolean {
  return isInMail({
    inmail: params.inmail === true,
    recipient_urn: typeof params.recipient_urn === 'string' ? params.recipient_urn : undefined,
  });
}

/** Adds the header by which a mail whose outcome is unknown is found again. */
const withIntentHeader = (context: StepContext, params: Params): Params => {
  const headers = isParams(params.custom_headers) ? params.custom_headers : {};
  return { ...params, custom_headers: { ...headers, [INTENT_HEADER]: context.key } };
};

function renderParams(
  context: StepContext,
  sender: StepRecord['accounts'][number],
  params: Params,
): Result<Params, Prepared> {
  const rendered: Record<string, ParamValue> = {};
  for (const [name, value] of Object.entries(params)) {
    const result = renderValue(context, sender, value);
    if (!result.ok) return result;
    rendered[name] = result.value;
  }
  return ok(rendered);
}

function renderValue(
  context: StepContext,
  sender: StepRecord['accounts'][number],
  value: ParamValue,
): Result<ParamValue, Prepared> {
  if (typeof value === 'string') return renderText(context, sender, value);
  if (isParams(value)) return renderParams(context, sender, value);
  if (!isList(value)) return ok(value);
  const items: ParamValue[] = [];
  for (const item of value) {
    const result = renderValue(context, sender, item);
    if (!result.ok) return fail(result.error);
    items.push(result.value);
  }
  return ok(items);
}

const isList = (value: ParamValue | undefined): value is readonly ParamValue[] => Array.isArray(value);
const isParams = (value: ParamValue | undefined): value is Params => isRecord(value);

/**
 * Keeps the answer under `save_as`. Nothing is learned of the lead from it, since an action may be about anybody; the
 * steps made for that learn it.
 */
function absorbAction(context: StepContext, node: ActionNode, data: unknown): Absorbed {
  const saved = node.save_as === undefined ? null : savedValue(objectAt(data));
  const kept = saved?.trimmed ? `; its answer is too long, so ${node.save_as} keeps a part of it` : '';
  return {
    title: `Performed ${nameOf(node)}${fromSender(context, node.channel)}${kept}`,
    changes: saved && node.save_as !== undefined ? { vars: { [node.save_as]: saved.value } } : {},
    detail: { action: nameOf(node), ...(saved ? { saved_as: node.save_as, trimmed: saved.trimmed } : {}) },
  };
}

const nameOf = ({ category, action }: Pick<ActionNode, 'category' | 'action'>): string => `${category} / ${action}`;
