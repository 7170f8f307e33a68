import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { channelOf } from '../../../../language/plan/node-traits.ts';
import { ask } from '../../data/ask.ts';
import { planOf } from '../../sequences/plan-of.ts';
import classes from './begin.module.css';
import { Check, Field } from './field.tsx';
import type { SourceFormProps } from './source-forms.tsx';

/** Into which sequence they enter: its current version, and who writes in it. */
export function SequenceForm({ draft, change }: SourceFormProps) {
  const { sequence } = draft;
  const { data } = useQuery(ask('listSequences', { query: { limit: 1000 } }));
  const chosen = data?.items.find(({ name }) => name === sequence);
  return (
    <>
      <Field
        label="Sequence"
        hint={
          data?.items.length === 0 ? (
            <Link to="/sequences">Write one first</Link>
          ) : (
            chosen && `They enter version ${chosen.version} and stay in it. ${chosen.description ?? ''}`
          )
        }
      >
        {(id) => (
          <select
            id={id}
            value={sequence}
            onChange={(event) => change({ sequence: event.currentTarget.value, senders: [] })}
          >
            <option value="">choose one</option>
            {data?.items.map(({ name, version }) => (
              <option key={name} value={name}>
                {name} v{version}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen !== undefined && <SendersOf sequence={chosen.name} {...{ draft, change }} />}
    </>
  );
}

/** From which accounts people are written to: as the sequence says, or from those that are ticked. */
function SendersOf({ sequence, draft: { senders }, change }: SourceFormProps & { readonly sequence: string }) {
  const { data } = useQuery(ask('getSequence', { params: { name: sequence } }));
  const accounts = useQuery(ask('listAccounts', { query: { limit: 1000, sort: 'name' } }));
  if (data === undefined || accounts.data === undefined) return null;
  const plan = planOf(data.plan);
  const named = Object.values(plan.senders).flatMap((ids) => ids ?? []);
  const known = new Map(accounts.data.items.map((account) => [account.id, account]));
  const nameOf = (id: string) => known.get(id)?.name ?? `${id} (not connected)`;
  const used = new Set(Object.values(plan.nodes).map(channelOf));
  const turn = (sender: string) => (isOn: boolean) =>
    change({ senders: isOn ? [...senders, sender] : senders.filter((other) => other !== sender) });
  return (
    <fieldset className={classes.senders}>
      <legend>Senders</legend>
      <p>
        {named.length === 0 ? (
          'The sequence names none: the account that reads the people, or the only one there is.'
        ) : (
          <>
            The sequence names{' '}
            {named.map((id, place) => (
              <Fragment key={id}>
                {place > 0 && ', '}
                <bdi>{nameOf(id)}</bdi>
              </Fragment>
            ))}
            .
          </>
        )}{' '}
        Tick others to send from these instead; each person keeps one of them.
      </p>
      {accounts.data.items
        .filter(({ platform }) => used.has(platform))
        .map(({ id, name, platform, held: [first] }) => (
          <Check
            key={id}
            label={
              <>
                <bdi>{name}</bdi> ({platform}
                {first !== undefined && `, waits: ${first.reason}`})
              </>
            }
            isOn={senders.includes(`${platform} ${id}`)}
            onTurn={turn(`${platform} ${id}`)}
          />
        ))}
    </fieldset>
  );
}
