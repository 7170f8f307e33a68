import { Modal, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ItemOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { nameOfLead } from '../../parts/lead-name.ts';
import classes from './unmatched.module.css';

type Person = ItemOf<'listLeads'>;

interface ChoosePersonProps {
  readonly title: string;
  onChosen(person: Person): void;
  onClose(): void;
}

const SHOWN = 8;

/** One of all people, found by what is typed. */
export function ChoosePerson({ title, onChosen, onClose }: ChoosePersonProps) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const found = useQuery({
    ...ask('listLeads', { query: { q, limit: SHOWN } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <TextInput
        data-autofocus
        label="Name, company or address"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className={classes.found} aria-label="People found">
        {found.data?.items.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => onChosen(person)}>
              {nameOfLead(person)} <span className={classes.quiet}>{person.company}</span>
            </button>
          </li>
        ))}
        {found.data?.items.length === 0 && <li className={classes.quiet}>Nobody is found.</li>}
      </ul>
    </Modal>
  );
}
