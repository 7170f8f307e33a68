import { LONGEST_EXCERPT } from '../../runtime/events/reactions/apply-reaction.ts';
import { readActivity } from '../../runtime/events/reading/read-activity.ts';
import type { CauseRow } from '../../runtime/store/announcements/read-causes.ts';
import { cutText } from '../../shared/kit/cut-text.ts';
import type { EngineEvent, EngineEventType, EventData } from '../api-contract/engine-events.ts';

/**
 * Makes the event that a line or an announcement is to webhooks and streams; null: none, or one that another line brings
 * already.
 */
export function eventOfCause(cause: CauseRow): EngineEvent | null {
  if (!cause.is_line) return announced(cause);
  const data = enrollmentOf(cause);
  if (data === null || cause.is_repeated) return null;
  const { node, title, detail } = cause;
  switch (cause.type) {
    case 'enrolled':
      return event(cause, 'enrollment.started', data);
    case 'finished':
      return event(cause, 'enrollment.finished', { ...data, outcome: cause.enrollment?.outcome ?? null, title });
    case 'waiting':
      return event(cause, 'enrollment.waiting', { ...data, node, kind: null, title, until: timeOrNull(detail.until) });
    case 'replied':
      return event(cause, 'reply.received', replyOf(cause));
    case 'needs_person':
      return event(cause, 'task.created', {
        ...data,
        ...{ ...taskOf(cause), node, due_at: timeOrNull(cause.task?.due_at) },
      });
    case 'decided':
    case 'expired':
      return event(cause, 'task.decided', {
        ...data,
        ...taskOf(cause),
        status: cause.type === 'expired' ? 'expired' : 'done',
        decision: textOrNull(detail.decision),
        note: textOrNull(detail.note),
      });
    case 'unknown': {
      const [account_id, action] = [textOrNull(detail.account_id), textOrNull(detail.action)];
      return event(cause, 'message.in_doubt', { ...data, node, account_id, action, title });
    }
    // The label itself is announced; so is the pause.
    case 'labeled':
    case 'unlabeled':
    case 'campaign_paused':
    case 'account_paused':
      return null;
    default:
      return event(cause, 'enrollment.step', {
        ...{ ...data, node, step: cause.type, title },
        until: timeOrNull(detail.until),
      });
  }
}

function announced(cause: CauseRow): EngineEvent | null {
  const { detail, lead } = cause;
  const [account, campaign] = [accountOf(cause), campaignOf(cause)];
  const pause = {
    state: detail.state === 'stopped' ? ('stopped' as const) : ('paused' as const),
    by_itself: detail.by_itself === true,
    reason: textOrNull(detail.reason),
  };
  switch (cause.type) {
    case 'campaign.started':
      return campaign && event(cause, 'campaign.started', { ...campaign, resumed: detail.resumed === true });
    case 'campaign.paused':
      return campaign && event(cause, 'campaign.paused', { ...campaign, ...pause });
    case 'campaign.finished':
      return campaign && event(cause, 'campaign.finished', { ...campaign, enrolled: Number(detail.enrolled ?? 0) });
    case 'account.paused':
      return account && event(cause, 'account.paused', { ...account, ...pause });
    case 'account.disconnected':
      return account && event(cause, 'account.disconnected', { ...account, reason: pause.reason });
    case 'account.recovered':
      return (
        account &&
        event(cause, 'account.recovered', { ...account, after: detail.after === 'pause' ? 'pause' : 'disconnection' })
      );
    case 'enrollment.waiting': {
      const data = enrollmentOf(cause);
      const [title, until] = [textOrNull(detail.text) ?? '', timeOrNull(detail.until)];
      return (
        data && event(cause, cause.type, { ...data, node: cause.node, kind: textOrNull(detail.kind), title, until })
      );
    }
    case 'lead.suppressed':
      return event(cause, 'lead.suppressed', {
        ...{ suppression_id: String(detail.suppression_id), kind: String(detail.kind), value: String(detail.value) },
        ...{ reason: String(detail.reason), lead },
      });
    case 'lead.erased':
      return event(cause, 'lead.erased', {
        lead_id: String(detail.lead_id),
        receipt_id: textOrNull(detail.receipt_id),
      });
    case 'reply.labeled':
      return event(cause, 'reply.labeled', {
        ...{ lead, conversation_id: textOrNull(detail.conversation_id), label: textOrNull(detail.label) },
        until: timeOrNull(detail.until),
      });
    case 'reply.received':
      return event(cause, 'reply.received', replyOf(cause));
    case 'sequence.published':
      return event(cause, 'sequence.published', {
        ...{
          sequence: String(detail.sequence),
          version: Number(detail.version),
          rolled_back: detail.rolled_back === true,
        },
      });
    case 'webhook.switched_off':
      return event(cause, 'webhook.switched_off', {
        ...{ webhook_id: String(detail.webhook_id), url: String(detail.url), reason: String(detail.reason) },
      });
    default:
      // Written by a later version.
      return null;
  }
}

/** The type of the event and that of its data belong together, which the union cannot be shown. */
const event = <Type extends EngineEventType>(
  { id, at }: Pick<CauseRow, 'id' | 'at'>,
  type: Type,
  data: EventData<Type>,
): EngineEvent => ({ id: `evt_${id}`, type, timestamp: at.toISOString(), data }) as EngineEvent;

function enrollmentOf({ enrollment, lead }: CauseRow) {
  if (enrollment === null) return null;
  const { id, sequence, campaign_id } = enrollment;
  return { enrollment_id: id, sequence, campaign_id, lead };
}

function taskOf({ task, title }: CauseRow) {
  return {
    task_id: task?.id ?? null,
    kind: task?.kind ?? null,
    text: task?.text ?? title,
    assignee: task?.assignee ?? null,
  };
}

function campaignOf({ campaign }: CauseRow) {
  return campaign && { campaign_id: campaign.id, name: campaign.name, sequence: campaign.sequence };
}

function accountOf({ account }: CauseRow) {
  return account && { account_id: account.id, name: account.name, platform: account.platform };
}

/**
 * Reads the words of a reply: they lie with the line, up to some length; of longer ones the rest is with the event that brought
 * them.
 */
function replyOf({ enrollment, lead, detail, received }: CauseRow): EventData<'reply.received'> {
  const activity = received && readActivity(received);
  const reply = activity?.kind === 'reply' ? activity : null;
  const excerpt = textOrNull(detail.text);
  // It may end before a character that is two units long.
  const isWhole = excerpt !== null && excerpt.length < LONGEST_EXCERPT - 1;
  return {
    ...{ enrollment_id: enrollment?.id ?? null, sequence: enrollment?.sequence ?? null },
    ...{ campaign_id: enrollment?.campaign_id ?? null, lead, account_id: received?.account_id ?? null },
    channel: reply?.by ?? textOrNull(detail.channel) ?? 'message',
    text: isWhole ? excerpt : cutText(reply?.own || reply?.text || (excerpt ?? ''), LONGEST_TEXT),
    received_event_id: received?.event_id ?? null,
  };
}

const LONGEST_TEXT = 10_000;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const timeOrNull = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null;
