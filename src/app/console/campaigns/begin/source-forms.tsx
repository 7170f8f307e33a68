import { useQuery } from '@tanstack/react-query';
import { ask } from '../../data/ask.ts';
import classes from './begin.module.css';
import { type CampaignDraft, FILTERS, RATINGS } from './campaign-draft.ts';
import { Check, Field, TextField } from './field.tsx';

export interface SourceFormProps {
  readonly draft: CampaignDraft;
  change(part: Partial<CampaignDraft>): void;
}

/** The form for people who applied for a job. */
export function CandidatesForm({ draft, change }: SourceFormProps) {
  const { ratings } = draft;
  return (
    <>
      <ReadingAccount {...{ draft, change }} />
      <TextField
        label="Job"
        placeholder="4000000001"
        hint="Its number, as in the address of the job."
        value={draft.job_id}
        onText={(job_id) => change({ job_id })}
      />
      <fieldset className={classes.checks}>
        <legend>Ratings</legend>
        {RATINGS.map(([rating, title]) => (
          <Check
            key={rating}
            label={title}
            isOn={ratings.includes(rating)}
            onTurn={(isOn) =>
              change({ ratings: isOn ? [...ratings, rating] : ratings.filter((other) => other !== rating) })
            }
          />
        ))}
      </fieldset>
      <Check
        label="Also those who were rejected"
        isOn={draft.includes_rejected}
        onTurn={(includes_rejected) => change({ includes_rejected })}
      />
      <Follow {...{ draft, change }} who="applies" />
    </>
  );
}

/** A people search of the network. */
export function SearchForm({ draft, change }: SourceFormProps) {
  const { filters, count } = draft;
  return (
    <>
      <ReadingAccount {...{ draft, change }} />
      <TextField
        label="How many at most"
        type="number"
        hint="1 credit for every 10 who are found."
        value={count}
        onText={(text) => change({ count: text })}
      />
      {FILTERS.map(([name, title]) => (
        <TextField
          key={name}
          label={title}
          isLong={name === 'search_url'}
          value={filters[name] ?? ''}
          onText={(text) => change({ filters: { ...filters, [name]: text } })}
        />
      ))}
      <Follow {...{ draft, change }} who="appears" />
    </>
  );
}

/** The account by which the network is read; people are written to from it too, unless the sequence names others. */
function ReadingAccount({ draft, change }: SourceFormProps) {
  const { data } = useQuery(ask('listAccounts', { query: { limit: 1000, sort: 'name' } }));
  const readers = (data?.items ?? []).filter(({ platform }) => platform === 'professional');
  return (
    <Field label="Read by the account" {...(data !== undefined && readers.length === 0 ? { hint: NO_READER } : {})}>
      {(id) => (
        <select
          id={id}
          value={draft.account_id}
          onChange={(event) => change({ account_id: event.currentTarget.value })}
        >
          <option value="">choose one</option>
          {readers.map((account) => (
            <option key={account.id} value={account.id}>
              {account.name}
              {account.held[0] === undefined ? '' : ` (waits: ${account.held[0].reason})`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const NO_READER = 'No account of the professional network is connected.';

function Follow({ draft, change, who }: SourceFormProps & { readonly who: string }) {
  return (
    <Check
      label={`Look again every day: whoever ${who} later enters too`}
      isOn={draft.follows}
      onTurn={(follows) => change({ follows })}
    />
  );
}
