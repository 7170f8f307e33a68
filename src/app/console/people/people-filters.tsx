import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { closeBidi } from '../../../shared/kit/close-bidi.ts';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { AccountChoice } from '../parts/account-choice.tsx';
import { Choice } from '../parts/choice.tsx';
import controls from '../parts/controls.module.css';
import { SearchBox } from '../parts/search-box.tsx';
import { PEOPLE_STATUSES, type PeopleAddress, type PeopleWord } from './people-filter.ts';
import { statusWord } from './why-of.tsx';

/** Campaigns by which one chooses; another one is found by its page. */
const MOST = 1000;
const REPLIED = [['true', 'have replied'] as const, ['false', 'have not replied'] as const] as const;
const SUPPRESSED = [['true', 'not to be contacted'] as const, ['false', 'may be contacted'] as const] as const;
/** Words that a number elsewhere leads here with, and that nobody chooses. */
const LED_HERE: readonly (readonly [PeopleWord, string])[] = [
  ...([
    ['waiting_on', 'wait for a slot of'] as const,
    ['arm', 'arm'] as const,
    ['node', 'at the step'] as const,
  ] as const),
  ...([['outcome', 'ended'] as const, ['version', 'version'] as const] as const),
];

interface PeopleFiltersProps {
  readonly address: PeopleAddress;
  onSay(word: PeopleWord, value: string): void;
}

/** The filters of who is shown. All that is said of a sequence is said of the same one. */
export function PeopleFilters({ address, onSay }: PeopleFiltersProps) {
  const may = useMay();
  const campaigns = useQuery({
    ...ask('listCampaigns', { query: { limit: MOST, fields: ['id', 'name'] } }),
    enabled: may('listCampaigns'),
  });
  const sequences = useQuery({ ...ask('listSequences', { query: { limit: MOST } }), enabled: may('listSequences') });
  const labels = useQuery({ ...ask('listLabels'), enabled: may('listLabels') });
  const choose = (word: PeopleWord) => ({
    value: address[word] ?? '',
    onChoose: (value: string) => onSay(word, value),
  });
  const led = LED_HERE.flatMap(([word, says]) => {
    const value = address[word];
    return value === undefined ? [] : [{ word, says, value }];
  });
  return (
    <>
      <Choice
        label="Campaign"
        none="any campaign"
        options={(campaigns.data?.items ?? []).map(({ id, name }) => [id, name])}
        {...choose('campaign_id')}
      />
      <Choice
        label="Sequence"
        none="any sequence"
        options={(sequences.data?.items ?? []).map(({ name }) => [name, name])}
        {...choose('sequence')}
      />
      <Choice
        label="Status"
        none="any status"
        options={PEOPLE_STATUSES.map((one) => [one, statusWord(one)])}
        {...choose('status')}
      />
      <AccountChoice {...choose('account_id')} />
      <Choice label="Replied" none="replied or not" options={REPLIED} {...choose('replied')} />
      <Choice
        label="Label"
        none="any label"
        options={[
          ['none', 'without a label'],
          ...(labels.data?.items ?? []).map(({ name, title }) => [name, title] as const),
        ]}
        {...choose('label')}
      />
      <Choice label="Do not contact" none="on the list or not" options={SUPPRESSED} {...choose('suppressed')} />
      <SearchBox label="Tag" placeholder="Tag …" begun={address.tag} onWords={(tag) => onSay('tag', tag)} />
      {led.map(({ word, says, value }) => (
        <span key={word} className={controls.filter} aria-current="true">
          {says} {closeBidi(value)}{' '}
          <button
            type="button"
            className={controls.dropped}
            aria-label={`Without ${says} ${closeBidi(value)}`}
            onClick={() => onSay(word, '')}
          >
            ×
          </button>
        </span>
      ))}
      {Object.keys(address).length > 0 && <Link to="/people">Show everybody</Link>}
    </>
  );
}
