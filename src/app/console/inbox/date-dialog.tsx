import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../data/virtual-clock.ts';
import controls from '../parts/controls.module.css';
import classes from './inbox.module.css';

interface DateDialogProps {
  readonly title: string;
  onChosen(until: string): void;
  onClose(): void;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Asks for a day that has not come yet; it begins at nine in the reader's zone. */
export function DateDialog({ title, onChosen, onClose }: DateDialogProps) {
  const now = useNow();
  const [day, setDay] = useState('');
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.composer}
        onSubmit={(event) => {
          event.preventDefault();
          onChosen(new Date(`${day}T09:00`).toISOString());
        }}
      >
        <label>
          Day{' '}
          <input
            className={controls.select}
            type="date"
            required
            min={now === null ? undefined : dayOf(now + 86_400_000)}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </label>
        <Button type="submit">Give the label</Button>
      </form>
    </Modal>
  );
}
