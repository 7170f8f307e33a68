import type { AskedOf } from '../../api-client/asked.ts';

type Filter = NonNullable<AskedOf<'listConversations'> extends { readonly query?: infer Query } ? Query : never>;

export interface InboxWords {
  readonly state?: string;
  readonly waiting_for?: string;
  readonly label?: string;
  readonly assignee?: string;
  readonly q?: string;
}

/** What most people look at; the address may say more. */
export const VIEWS: readonly { readonly title: string; readonly search: InboxWords }[] = [
  { title: 'Our turn', search: {} },
  { title: 'All open', search: { state: 'open' } },
  { title: 'Of nobody', search: { state: 'open', assignee: 'none' } },
  { title: 'Snoozed', search: { state: 'snoozed' } },
  { title: 'Done', search: { state: 'done' } },
];

const STATES = ['open', 'snoozed', 'done'] as const;

/** The filter that the words of an address mean; without any: whose turn is ours. Who searches looks everywhere, until they say where. */
export function filterOf({ state, waiting_for, ...words }: InboxWords): Filter {
  const of = STATES.find((one) => one === state);
  if (words.q !== undefined && of === undefined && waiting_for === undefined) return words;
  const isOurTurn = state === undefined || waiting_for === 'us';
  return {
    ...words,
    state: of ?? 'open',
    ...(isOurTurn ? { waiting_for: 'us' as const } : {}),
  };
}
