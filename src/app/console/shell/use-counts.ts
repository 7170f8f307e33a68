import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';

/** How much waits for a person, by what it is; null: nothing, or not known yet. `5+`: more than are counted. */
export type Counts = Readonly<Record<'answers' | 'tasks' | 'campaigns' | 'accounts', string | null>>;

interface Counted {
  readonly value: number;
  readonly exact: boolean;
}

export function useCounts(): Counts {
  const may = useMay();
  const one = { limit: 1, count: true };
  const answers = useQuery({
    ...ask('listConversations', { query: { ...one, state: 'open', waiting_for: 'us' } }),
    enabled: may('listConversations'),
  });
  const tasks = useQuery({ ...ask('listTasks', { query: { ...one, status: 'open' } }), enabled: may('listTasks') });
  const holds = useQuery({ ...ask('listHolds', { query: { limit: 1000 } }), enabled: may('listHolds') });
  const accounts = useQuery({ ...ask('listAccounts', { query: { limit: 1000 } }), enabled: may('listAccounts') });
  return {
    answers: said(answers.data?.count),
    tasks: said(tasks.data?.count),
    campaigns: said(
      exactly(holds.data?.items.filter(({ scope, state }) => scope === 'campaign' && state === 'paused')),
    ),
    accounts: said(exactly(accounts.data?.items.filter(({ status }) => status !== 'connected'))),
  };
}

const exactly = (items: readonly unknown[] | undefined): Counted | undefined =>
  items === undefined ? undefined : { value: items.length, exact: true };

function said(count: Counted | undefined): string | null {
  if (count === undefined || count.value === 0) return null;
  return `${count.value}${count.exact ? '' : '+'}`;
}
