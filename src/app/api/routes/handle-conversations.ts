import type { FastifyInstance } from 'fastify';
import { parseDuration } from '../../../language/sequence/check/duration.ts';
import {
  type ConversationChange,
  type Handled,
  handleConversation,
  handleMatching,
} from '../../../runtime/conversations/handle-conversation.ts';
import { canBeAssigned } from '../../../runtime/store/conversations/can-be-assigned.ts';
import { countConversations, findConversations } from '../../../runtime/store/conversations/find-conversations.ts';
import type { Handling } from '../../../runtime/store/conversations/handle-conversations.ts';
import { readLabel } from '../../../runtime/store/conversations/labels.ts';
import type { ConversationFilter } from '../../../runtime/store/conversations/list-conversations.ts';
import { addNote } from '../../../runtime/store/conversations/notes.ts';
import { idsByWords } from '../../../runtime/store/conversations/search-conversations.ts';
import type { Within } from '../../../runtime/store/within.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { BodyOf } from '../../api-contract/operation.ts';
import type { ApiDeps } from '../context.ts';
import { invalidField, notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewConversation } from '../views/conversations.ts';
import { readTime } from './control/read-time.ts';
import { conversationFilterOf, conversationOf } from './conversations.ts';

const SAMPLE = 5;

/** The handling that is asked for, as it comes. */
interface Wish {
  readonly action: Handling['action'];
  readonly until?: string | undefined;
  readonly user?: string | null | undefined;
  readonly label?: string | null | undefined;
}

/** A request for one conversation, with who asks. */
interface OfOne {
  readonly params: { readonly id: string };
  readonly query: { readonly dry_run: boolean };
  readonly within: Within;
}

/** Adds the routes by which people of ours handle conversations: one, or all that fit a filter. */
export function addConversationHandling(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;

  const handle = async ({ params, query: { dry_run }, within }: OfOne, wish: Wish, last_seen: string | null = null) => {
    const { id } = await conversationOf(db, params.id, within);
    const change = await changeOf(deps, wish);
    const seen = last_seen === null ? null : { id: last_seen, within };
    const over = dry_run ? rehearsal(db) : db;
    const view = await retryConflicts(() =>
      over.transaction(async (tx) => {
        refuse(id, await handleConversation(tx, id, seen, change));
        return viewConversation(await conversationOf(tx, id, within));
      }),
    );
    if (dry_run) return { ...view, dry_run };
    deps.onOutbox();
    return view;
  };

  serve(app, 'markConversationRead', (asked) => handle(asked, { action: 'read' }, asked.body.last_seen));
  serve(app, 'closeConversation', (asked) => handle(asked, { action: 'done' }, asked.body.last_seen));
  serve(app, 'markConversationUnread', (asked) => handle(asked, { action: 'unread' }));
  serve(app, 'openConversation', (asked) => handle(asked, { action: 'open' }));
  serve(app, 'snoozeConversation', (asked) => handle(asked, { action: 'snooze', ...asked.body }));
  serve(app, 'assignConversation', (asked) => handle(asked, { action: 'assign', ...asked.body }));
  serve(app, 'labelConversation', (asked) => handle(asked, { action: 'label', ...asked.body }));

  serve(
    app,
    'addConversationNote',
    async ({ params, body, query: { dry_run }, within, request: { caller }, reply }) => {
      const { id, lead_id } = await conversationOf(db, params.id, within);
      const author = caller?.user?.name ?? caller?.key?.name ?? 'owner';
      const note = { conversation_id: id, lead_id, text: body.text, author, at: new Date(clock.now()) };
      const added = await (dry_run ? rehearsal(db) : db).transaction((tx) => addNote(tx, note));
      reply.status(201);
      return dry_run ? { ...added, dry_run } : added;
    },
  );

  serve(app, 'handleConversations', async ({ body: { filter: given, ...wish }, query: { dry_run }, within }) => {
    const whole = filterOf(given, within);
    checkArguments(wish);
    const change = await changeOf(deps, wish);
    // What fits all else is looked at anew in each part: somebody may close one meanwhile.
    const ids = whole.found === undefined ? null : await idsByWords(db, whole);
    const filter = ids === null ? whole : { ...whole, found: undefined, ids };
    const { action } = wish;
    if (dry_run) {
      const sample = await findConversations(db, filter, { after: '', limit: SAMPLE });
      return { dry_run, action, matched: await countConversations(db, filter), sample };
    }
    const matched = await handleMatching(db, filter, change);
    deps.onOutbox();
    return { action, matched };
  });
}

/** Which arguments belong to which action, and which of them it cannot do without. */
const ARGUMENTS: Readonly<
  Record<Wish['action'], { readonly needs: readonly (keyof Wish)[]; readonly takes: readonly string[] }>
> = {
  ...{ read: { needs: [], takes: [] }, unread: { needs: [], takes: [] } },
  ...{ done: { needs: [], takes: [] }, open: { needs: [], takes: [] } },
  snooze: { needs: ['until'], takes: ['until'] },
  assign: { needs: ['user'], takes: ['user'] },
  label: { needs: ['label'], takes: ['label', 'until'] },
};

function checkArguments({ action, ...wish }: Wish): void {
  const { needs, takes } = ARGUMENTS[action];
  for (const name of ['until', 'user', 'label'] as const) {
    if (wish[name] === undefined && needs.includes(name)) throw invalidField(name, `is needed for ${action}`);
    if (wish[name] !== undefined && !takes.includes(name)) throw invalidField(name, `does not belong to ${action}`);
  }
}

function filterOf(
  { all, ...given }: BodyOf<OperationNamed<'handleConversations'>>['filter'],
  within: Within,
): ConversationFilter {
  const isEmpty = Object.values(given).every((value) => value === undefined || value === '');
  if (isEmpty === (all === true)) return conversationFilterOf(given, within);
  const text =
    all === true
      ? 'filter: give either all or other fields, not both.'
      : 'filter: an empty filter would mean every conversation; if you want that, send {"all": true}.';
  throw new Problem(422, 'empty_filter', text);
}

async function changeOf({ db, clock }: ApiDeps, wish: Wish): Promise<ConversationChange> {
  const now = clock.now();
  const at = new Date(now);
  const { action } = wish;
  switch (action) {
    case 'snooze':
      return { handling: { action, until: new Date(untilOf(wish, now)) }, effect: 'continue', at };
    case 'assign': {
      const user = wish.user ?? null;
      if (user !== null && !(await canBeAssigned(db, user))) {
        const text = `user: there is no active user ${user}; GET /api/users lists them.`;
        throw new Problem(422, 'unknown_user', text, { errors: [{ field: 'user', message: 'is not known' }] });
      }
      return { handling: { action, user }, effect: 'continue', at };
    }
    case 'label': {
      const until = wish.until === undefined ? null : new Date(untilOf(wish, now));
      const name = wish.label ?? null;
      const label = name === null ? null : await readLabel(db, name);
      if (name !== null && label === null) {
        const text = `label: there is no label ${name}; GET /api/labels lists them.`;
        throw new Problem(422, 'unknown_label', text, { errors: [{ field: 'label', message: 'is not known' }] });
      }
      if (label?.dated && until === null) throw datedProblem('date_needed', `${name} needs a date: say until when`);
      if (!label?.dated && until !== null) throw datedProblem('no_date', `${name ?? 'no label'} takes no date`);
      return {
        handling: { action, label: name, until, at, enters: label?.sequence ?? null },
        effect: label?.effect ?? 'continue',
        at,
      };
    }
    default:
      return { handling: { action }, effect: 'continue', at };
  }
}

/** An instant, or how long from now. */
function untilOf({ until = '' }: Wish, now: number): number {
  if (/^\d{4}-/.test(until)) return readTime({ at: until }, now);
  if (parseDuration(until)?.unit === 'ms') return readTime({ in: until }, now);
  throw invalidField(
    'until',
    'is neither a time with its offset nor a duration of up to two years, such as 3 days or 2h',
  );
}

const datedProblem = (code: string, message: string): Problem =>
  new Problem(422, code, `until: ${message}.`, { errors: [{ field: 'until', message }] });

function refuse(id: string, handled: Handled): void {
  switch (handled.kind) {
    case 'done':
      return;
    case 'unknown':
      throw notFound('conversation', id);
    case 'unknown_message':
      throw invalidField('last_seen', 'is no message of this conversation');
    case 'answered_meanwhile': {
      const { lead_id: _, ...last_message } = handled.message;
      throw new Problem(
        409,
        'answered_meanwhile',
        'The person has written since the last message that you have seen.',
        { last_message },
      );
    }
    default:
      unreachable(handled);
  }
}
