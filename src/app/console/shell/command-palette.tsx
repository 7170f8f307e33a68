import '@mantine/spotlight/styles.css';
import { Spotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { nameOfLead } from '../parts/lead-name.ts';
import { actionsOfPage } from './page-actions.ts';
import { PAGES } from './pages.ts';
import { spotlight } from './palette-store.ts';
import { useActions } from './use-actions.ts';

const FOUND = 6;

interface Choice {
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  run(): void;
}

/** Goes to pages, campaigns and people by their names, whatever page is open, and does what the buttons of that page do. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const may = useMay();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const q = words.trim();
  useEffect(() => spotlight.open(), []);

  const campaigns = useQuery({
    ...ask('listCampaigns', { query: { limit: FOUND, fields: ['id', 'name', 'status'], ...(q === '' ? {} : { q }) } }),
    enabled: may('listCampaigns'),
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    ...ask('listLeads', { query: { q, limit: FOUND } }),
    enabled: q !== '' && may('listLeads'),
    placeholderData: keepPreviousData,
  });

  const [onPage] = useState(actionsOfPage);
  const actions = useActions();
  const fits = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  const choices: Choice[] = [
    ...PAGES.filter(({ needs, title }) => may(needs) && fits(title)).map(({ title, to, key }) => ({
      ...{ group: 'Pages', label: title, hint: `g ${key}` },
      run: () => void navigate({ to }),
    })),
    ...(q === '' ? [] : (people.data?.items ?? [])).map((lead) => ({
      ...{ group: 'People', label: nameOfLead(lead), hint: lead.company ?? lead.email ?? '' },
      run: () => void navigate({ to: '/people/$id', params: { id: lead.id } }),
    })),
    ...(campaigns.data?.items ?? []).map(({ id, name, status }) => ({
      ...{ group: 'Campaigns', label: name, hint: status },
      run: () => void navigate({ to: '/campaigns/$id', params: { id } }),
    })),
    ...onPage
      .filter(({ title }) => fits(title))
      .map(({ title, hint, run }) => ({ group: 'On this page', label: title, hint, run })),
    ...actions
      .filter(({ title }) => fits(title))
      .map(({ title, hint, run }) => ({ group: 'Actions', label: title, hint, run })),
  ];
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <Spotlight.Root
      store={spotlight.store}
      query={words}
      onQueryChange={setWords}
      shortcut={null}
      onSpotlightClose={onClose}
    >
      <Spotlight.Search placeholder="A page, a campaign, a person …" aria-label="Search or do" />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {choices
              .filter((choice) => choice.group === group)
              .map(({ label, hint, run }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name.
                <Spotlight.Action key={`${label}${at}`} label={label} description={hint ?? ''} onClick={run} />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {choices.length === 0 && (
          <Spotlight.Empty>{people.isFetching ? 'Looking …' : 'Nothing is called so.'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
