import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../../data/ask.ts';
import { planOf } from '../../sequences/plan-of.ts';
import classes from './begin.module.css';
import { Field } from './field.tsx';
import type { SourceFormProps } from './source-forms.tsx';

/** Into which sequence they enter: its current version, and who writes in it. */
export function SequenceForm({ draft: { sequence }, change }: SourceFormProps) {
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
          <select id={id} value={sequence} onChange={(event) => change({ sequence: event.currentTarget.value })}>
            <option value="">choose one</option>
            {data?.items.map(({ name, version }) => (
              <option key={name} value={name}>
                {name} v{version}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen !== undefined && <SendersOf sequence={chosen.name} />}
    </>
  );
}

/** From which accounts people are written to. */
function SendersOf({ sequence }: { readonly sequence: string }) {
  const { data } = useQuery(ask('getSequence', { params: { name: sequence } }));
  const accounts = useQuery(ask('listAccounts', { query: { limit: 1000 } }));
  if (data === undefined || accounts.data === undefined) return null;
  const named = Object.values(planOf(data.plan).senders).flatMap((ids) => ids ?? []);
  const known = new Map(accounts.data.items.map((account) => [account.id, account]));
  return (
    <div className={classes.senders}>
      <h3>Senders</h3>
      {named.length === 0 ? (
        <p>The sequence names none: the account that reads the people, or the only one there is.</p>
      ) : (
        <ul>
          {named.map((id) => {
            const account = known.get(id);
            const held = account?.held[0];
            return (
              <li key={id}>
                <bdi>{account?.name ?? id}</bdi>{' '}
                <small>{account === undefined ? 'not connected' : account.platform}</small>
                {held !== undefined && <small> waits: {held.reason}</small>}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
