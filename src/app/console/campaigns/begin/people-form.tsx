import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ItemOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { WITH_VARS } from '../../data/with-vars.ts';
import { nameOfLead } from '../../parts/lead-name.ts';
import classes from './begin.module.css';
import type { Picked } from './campaign-draft.ts';
import { TextField } from './field.tsx';
import type { SourceFormProps } from './source-forms.tsx';

const SHOWN = 8;

/** People who are known already, picked one by one. */
export function PeopleForm({ draft: { people }, change }: SourceFormProps) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const found = useQuery({
    ...ask('listLeads', { query: { q, limit: SHOWN, fields: [...WITH_VARS] } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const others = q === '' ? [] : (found.data?.items ?? []).filter(({ id }) => !people.some((one) => one.id === id));
  return (
    <>
      <TextField label="Find somebody" placeholder="Name, company, address …" isLong value={typed} onText={setTyped} />
      <ul className={classes.found} aria-label="People found">
        {others.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => change({ people: [...people, toPicked(person)] })}>
              + {nameOfLead(person)} <small>{person.company}</small>
            </button>
          </li>
        ))}
        {q !== '' && found.data !== undefined && others.length === 0 && <li>Nobody else is found.</li>}
      </ul>
      <ul className={classes.picked} aria-label="People picked">
        {people.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Leave out ${name}`}
              onClick={() => change({ people: people.filter((one) => one.id !== id) })}
            >
              Leave out
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** As whom they enter: by every field that is known of them. */
function toPicked({ id, tags: _, fit: __, vars, ...fields }: ItemOf<'listLeads'>): Picked {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return { id, name: nameOfLead(fields), lead: { ...Object.fromEntries(known), ...(vars && { vars }) } };
}
