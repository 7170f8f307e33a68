import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import { CountList } from '../settings/erasures/count-list.tsx';
import classes from './person.module.css';

interface EraseButtonProps {
  readonly id: string;
  readonly name: string;
}

/** Erases a person for good: it says first what goes, and asks for their name. */
export function EraseButton(person: EraseButtonProps) {
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  if (!may('eraseLead')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Erase …
      </Button>
      {isAsked && <EraseDialog {...person} onClose={() => setAsked(false)} />}
    </>
  );
}

function EraseDialog({ id, name, onClose }: EraseButtonProps & { onClose(): void }) {
  const navigate = useNavigate();
  const erase = useChange('eraseLead');
  const [typed, setTyped] = useState('');
  const preview = useQuery({
    queryKey: ['dry run', 'eraseLead', id],
    queryFn: () => erase.rehearse({ params: { id }, query: { dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
  });
  // Nobody can type some names, and spaces at their ends are not seen.
  const isTyped = [name.trim(), 'erase'].includes(typed.trim());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isTyped) return;
    erase.mutate(
      { params: { id } },
      {
        onSuccess: ({ receipt_id }) =>
          void navigate({ to: '/settings', search: { part: 'erasures', id: receipt_id }, replace: true }),
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={`Erase ${name}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={classes.erase} onSubmit={submit}>
        <p>
          Everything stops, and nothing is left of them here but hashes that keep them from being contacted again.
          Nobody can undo it. What others hold, like your mailboxes, is not reached.
        </p>
        <Answered query={preview} rows={3}>
          {({ erased }) => <CountList counts={erased} label="What will be erased" />}
        </Answered>
        <TextInput
          label={`Type ${name.length > 60 ? 'erase' : `their name, ${name}, or “erase”`}`}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.eraseButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red.9"
            disabled={!isTyped || preview.data === undefined}
            loading={erase.isPending}
          >
            Erase for good
          </Button>
        </div>
      </form>
    </Modal>
  );
}
