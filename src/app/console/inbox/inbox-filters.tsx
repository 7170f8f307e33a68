import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../data/ask.ts';
import { useAssignees } from '../data/use-assignees.ts';
import { useMay } from '../data/who.ts';
import { AccountChoice } from '../parts/account-choice.tsx';
import { Choice } from '../parts/choice.tsx';
import { CHANNELS, type InboxWords, isNarrowed, NARROWS } from './filter-of.ts';

type Narrowing = (typeof NARROWS)[number];

interface InboxFiltersProps {
  readonly words: InboxWords;
  onChoose(name: Narrowing, value: string): void;
}

/** The filters that narrow the list, whichever view of it is open: each is a word of the address. */
export function InboxFilters({ words, onChoose }: InboxFiltersProps) {
  const may = useMay();
  const labels = useQuery(ask('listLabels', { query: { limit: 1000 } }));
  const campaigns = useQuery({
    ...ask('listCampaigns', { query: { limit: 1000, fields: ['id', 'name'] } }),
    enabled: may('listCampaigns'),
  });
  const assignees = useAssignees();
  const choose = (name: Narrowing) => ({
    value: words[name] ?? '',
    onChoose: (value: string) => onChoose(name, value),
  });
  return (
    <>
      <Choice
        {...choose('label')}
        label="Only of the label"
        none="any label"
        options={[
          ['none', 'without a label'],
          ...(labels.data?.items ?? []).map(({ name, title }) => [name, title] as const),
        ]}
      />
      <Choice
        {...choose('channel')}
        label="Only of the channel"
        none="any channel"
        options={CHANNELS.map((one) => [one, one])}
      />
      {may('listAccounts') && <AccountChoice {...choose('account_id')} />}
      {may('listCampaigns') && (
        <Choice
          {...choose('campaign_id')}
          label="Only of the campaign"
          none="any campaign"
          options={(campaigns.data?.items ?? []).map(({ id, name }) => [id, name])}
        />
      )}
      {assignees.length > 0 && (
        <Choice
          {...choose('assignee')}
          label="Only of the assignee"
          none="of anybody"
          options={[['none', 'of nobody'], ...assignees.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      {isNarrowed(words) && (
        <Link
          from="/inbox"
          to="/inbox"
          search={(before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isNarrowing(name)))}
        >
          Show all
        </Link>
      )}
    </>
  );
}

const isNarrowing = (name: string): boolean => NARROWS.some((one) => one === name);
