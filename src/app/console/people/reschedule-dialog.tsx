import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../data/ask.ts';
import controls from '../parts/controls.module.css';
import { tellDone } from '../parts/tell.tsx';
import { useZones } from '../parts/zone.tsx';
import classes from './person.module.css';

interface RescheduleDialogProps {
  /** The id of the enrollment. */
  readonly id: string;
  onClose(): void;
}

/** Asks when the present step is to be carried out, in the zone of the reader, which it names. */
export function RescheduleDialog({ id, onClose }: RescheduleDialogProps) {
  const reschedule = useChange('rescheduleStep');
  const { own } = useZones();
  const [when, setWhen] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = new Date(when).toISOString();
    reschedule.mutate(
      { params: { id }, body: { at } },
      {
        onSuccess: () => {
          onClose();
          tellDone('It has another time.');
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Another time" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={`${classes.erase} ${controls.fields}`} onSubmit={submit}>
        <label>
          When ({own}){' '}
          <input
            type="datetime-local"
            name="when"
            required
            value={when}
            onChange={(event) => setWhen(event.currentTarget.value)}
            data-autofocus
          />
        </label>
        <p className={classes.quiet}>
          The present step is carried out then, or as soon after it as the hours and limits of its account allow.
        </p>
        <div className={classes.eraseButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={when === ''} loading={reschedule.isPending}>
            Set it
          </Button>
        </div>
      </form>
    </Modal>
  );
}
