import type { AskedOf } from '../../api-client/asked.ts';

type Filter = NonNullable<AskedOf<'listConversations'> extends { readonly query?: infer Query } ? Query : never>;

/** Words of the address that narrow a view. */
export const NARROWS = ['label', 'channel', 'account_id', 'campaign_id', 'assignee'] as const;

export type InboxWords = {
  readonly [Word in 'state' | 'waiting_for' | 'q' | (typeof NARROWS)[number]]?: string;
};

interface View {
  readonly title: string;
  readonly search: InboxWords;
}

/** The views that most people look at. */
export const VIEWS: readonly View[] = [
  { title: 'Our turn', search: {} },
  { title: 'All open', search: { state: 'open' } },
  { title: 'Of nobody', search: { state: 'open', assignee: 'none' } },
  { title: 'Snoozed', search: { state: 'snoozed' } },
  { title: 'Done', search: { state: 'done' } },
];

export const CHANNELS = ['message', 'inmail', 'email', 'messenger', 'invitation'] as const;

export const isNarrowed = (words: InboxWords): boolean => NARROWS.some((name) => words[name] !== undefined);

/** The words of a view, narrowed as the list is: whose turn is ours ends a search, which looks everywhere. */
export function searchOf(
  { search }: View,
  { state: _, waiting_for: __, q, assignee, ...narrowed }: InboxWords,
): InboxWords {
  return {
    ...narrowed,
    ...(assignee === undefined || assignee === 'none' ? {} : { assignee }),
    ...(q === undefined || search.state === undefined ? {} : { q }),
    ...search,
  };
}

/** Whether these words say this view, however it is narrowed. */
export function isOf({ search }: View, { state, waiting_for, assignee, q }: InboxWords): boolean {
  if (waiting_for !== undefined || (q !== undefined && state === undefined)) return false;
  return search.state === state && (search.assignee === 'none') === (assignee === 'none' && state === 'open');
}

const STATES = ['open', 'snoozed', 'done'] as const;

/** The filter that the words of an address mean; without any: whose turn is ours. Who searches looks everywhere, until they say where. */
export function filterOf({ state, waiting_for, channel, ...others }: InboxWords): Filter {
  const of = STATES.find((one) => one === state);
  const on = CHANNELS.find((one) => one === channel);
  const words = { ...others, ...(on === undefined ? {} : { channel: on }) };
  if (words.q !== undefined && of === undefined && waiting_for === undefined) return words;
  const isOurTurn = state === undefined || waiting_for === 'us';
  return {
    ...words,
    state: of ?? 'open',
    ...(isOurTurn ? { waiting_for: 'us' as const } : {}),
  };
}
