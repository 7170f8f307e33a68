import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LEAD_FIELDS } from '../../../../language/plan/lead.ts';
import type { ItemOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { WITH_VARS } from '../../data/with-vars.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { nameOfLead } from '../../parts/lead-name.ts';
import { compiler } from '../compiler/use-compiler.ts';
import classes from '../panels.module.css';
import type { SidePanelProps } from '../side-panel-props.ts';
import { Message } from './message.tsx';

type Lead = ItemOf<'listLeads'>;

/** Somebody whom nobody knows, until a person is chosen. */
const EXAMPLE: Readonly<Record<string, unknown>> = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', headline: 'Engineer', company: 'Acme', location: 'Lyon' },
  ...{ email: 'ada@acme.example', country: 'FR' },
};
const TYPED_FOR = 250;

/** Every text as one person would get it. */
export function Texts({ text, isWhole, step, published, onStep }: SidePanelProps) {
  const [words, setWords] = useState('');
  const [chosen, choose] = useState<Lead | null>(null);
  const [typed] = useDebouncedValue(words, TYPED_FOR);
  const found = useQuery({
    ...ask('listLeads', { query: { q: typed, limit: 8, fields: [...WITH_VARS] } }),
    enabled: typed.trim() !== '',
  });
  const accounts = useQuery(ask('listAccounts', { query: { limit: 100 } }));
  const mailbox = accounts.data?.items.find(({ platform, status }) => platform === 'email' && status === 'connected');
  const lead = chosen === null ? EXAMPLE : Object.fromEntries(LEAD_FIELDS.map((field) => [field, chosen[field]]));
  const sender = { name: mailbox?.name ?? 'Your sender', email: mailbox?.email ?? 'sender@example.com' };
  const vars = chosen?.vars ?? {};
  const shown = useQuery({
    queryKey: ['texts', text, lead, vars, sender],
    queryFn: ({ signal }) => compiler().call('preview', { text, person: { lead, vars, sender } }, { signal }),
    enabled: isWhole,
    // What a key has not changed stays the same object, so that it is not drawn again.
    select: (messages) => messages,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  if (shown.data == null) {
    return (
      <EmptyState says="There are no texts to show yet.">They are rendered when the text has no mistakes.</EmptyState>
    );
  }
  return (
    <div className={classes.body}>
      <div>
        <TextInput
          label="As this person would get it"
          placeholder="Search by name, company, address …"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <p className={classes.quiet}>
          {chosen === null ? 'Shown for an invented person.' : `Shown for ${nameOfLead(chosen)}.`}{' '}
          {chosen !== null && (
            <Button size="compact-xs" variant="subtle" onClick={() => choose(null)}>
              Nobody in particular
            </Button>
          )}
        </p>
        {typed.trim() !== '' && (
          <ul className={classes.choices}>
            {found.data?.items.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => {
                    choose(one);
                    setWords('');
                  }}
                >
                  {nameOfLead(one)} <small>{one.company}</small>
                </button>
              </li>
            ))}
            {found.data?.items.length === 0 && <li className={classes.quiet}>Nobody fits.</li>}
          </ul>
        )}
      </div>
      {shown.data.length === 0 && <p className={classes.quiet}>No step of it has a text.</p>}
      {shown.data.map((message) => (
        <Message
          key={message.id}
          message={message}
          isCurrent={message.id === step}
          published={published}
          isPublished={text === published?.source}
          lead_id={chosen?.id ?? null}
          onStep={onStep}
        />
      ))}
    </div>
  );
}
