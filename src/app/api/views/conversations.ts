import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Message } from '../../../runtime/conversations/messages-of-people.ts';
import { suggestedLabelOf } from '../../../runtime/conversations/suggested-label.ts';
import { turnOf } from '../../../runtime/conversations/summarize.ts';
import type { ListedConversation } from '../../../runtime/store/conversations/list-conversations.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import { viewLead, viewListedLead } from './enrollment.ts';
import type { PlansOf } from './with-plans.ts';

/** The most messages shown of a long story; those that are older are counted. */
const MOST_SHOWN = 200;

/** Views what a person and we have written to each other, oldest first, with whose turn it is on each account. */
export async function viewConversations(plans: PlansOf, messages: readonly Message[]) {
  const conversations = [...groupBy(messages, ({ account_id }) => account_id).values()].map(viewConversationOfPerson);
  return {
    conversations: conversations.toSorted(
      (one, other) => other.last_message.at.getTime() - one.last_message.at.getTime(),
    ),
    ...(await viewHistory(plans, messages)),
  };
}

/** The newest messages, and how many there are before them. */
export async function viewHistory({ db, findPlan }: PlansOf, messages: readonly Message[]) {
  const shown = messages.slice(-MOST_SHOWN);
  const history = [];
  for (const { lead_id: _, step, ...message } of shown) {
    history.push({ ...message, step: step && viewStep(step, await findPlan(step.digest, db)) });
  }
  return { history, earlier: messages.length - shown.length };
}

const viewStep = ({ digest: _, ...step }: NonNullable<Message['step']>, plan: Plan) => ({
  ...step,
  title: titleOfStep(plan, step.node),
});

function viewConversationOfPerson(messages: readonly Message[]) {
  const last = messages.at(-1);
  if (last === undefined) throw new Error('a conversation has a message');
  const { account_id, at, by, text } = last;
  return { account_id, messages: messages.length, last_message: { at, by, text }, waiting: turnOf(messages) };
}

/** As lists have it: without the variables of the person. */
export const viewListedConversation = (row: ListedConversation) => ({
  ...viewConversation(row),
  lead: viewListedLead(row.lead),
});

export function viewConversation(row: ListedConversation) {
  const { id, lead_id, account_id, state, snoozed_until, unread, assignee, label, labeled_at, label_until } = row;
  return {
    ...{ id, lead_id, lead: viewLead(row.lead), account_id },
    channels: row.channels,
    campaign_ids: row.campaign_ids,
    ...{ state, snoozed_until, unread, assignee, label, labeled_at, label_until },
    enters: row.enters,
    suggested_label: suggestedLabelOf(row),
    messages: row.messages,
    last_message: {
      id: row.last_id,
      at: row.last_at,
      by: row.last_by,
      channel: row.last_channel,
      subject: row.last_subject,
      text: row.last_text,
      automatic: row.last_automatic,
    },
    waiting: row.waiting_for && row.waiting_since && { for: row.waiting_for, since: row.waiting_since },
    created_at: row.created_at,
  };
}
