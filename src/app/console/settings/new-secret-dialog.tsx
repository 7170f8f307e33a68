import { Button, Modal } from '@mantine/core';
import { useId, useState } from 'react';
import { useChange } from '../data/ask.ts';
import controls from '../parts/controls.module.css';
import parts from '../parts/parts.module.css';

/** Hours, as the API takes them; one is what it takes when nothing is said. */
const KEPT = [
  ['24', 'for a day'],
  ['1', 'for an hour'],
  ['168', 'for a week'],
  ['0', 'no longer'],
] as const;

export interface MadeSecret {
  readonly url: string;
  readonly secret: string;
  /** When the former secret stops signing, wall time; null: it has. */
  readonly former_secret_until: string | null;
}

interface NewSecretDialogProps {
  readonly id: string;
  readonly url: string;
  onMade(made: MadeSecret): void;
  onClose(): void;
}

/** Rotates the secret of a webhook. Its receiver needs the new one before the former stops signing, so it is asked how long that takes. */
export function NewSecretDialog({ id, url, onMade, onClose }: NewSecretDialogProps) {
  const [hours, setHours] = useState<string>(KEPT[0][0]);
  const rotate = useChange('rotateWebhookSecret');
  const field = useId();
  const make = () =>
    rotate.mutate(
      { params: { id }, body: { keep_hours: Number(hours) } },
      {
        onSuccess: (made) => {
          if ('secret' in made) onMade(made);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`A new secret for ${url}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={`${parts.dialog} ${controls.fields}`}>
        <p>Whatever is sent from now on is signed with the new secret.</p>
        <label htmlFor={field}>The former secret signs too</label>
        <select id={field} value={hours} onChange={(event) => setHours(event.currentTarget.value)}>
          {KEPT.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <p className={parts.about}>
          {hours === '0'
            ? 'A receiver that still has the former secret refuses everything until it has the new one. That is right where a stranger may know it.'
            : 'Until then either secret verifies what is sent, so the receiver loses nothing while it changes over.'}
        </p>
        <div className={parts.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button loading={rotate.isPending} onClick={make}>
            Make a new secret
          </Button>
        </div>
      </div>
    </Modal>
  );
}
