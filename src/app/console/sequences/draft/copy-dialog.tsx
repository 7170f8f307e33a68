import { Button, Modal, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../data/ask.ts';
import classes from '../sequences.module.css';

/** A draft of another name with the text of this one, for the console to keep. */
export function CopyDialog({ name, onClose }: { readonly name: string; onClose(): void }) {
  const [given, give] = useState(`${name}-copy`.slice(0, 64));
  const navigate = useNavigate();
  const copy = useChange('copySequence');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    copy.mutate(
      { params: { name }, body: { name: given } },
      { onSuccess: () => void navigate({ to: '/sequences/$name', params: { name: given } }) },
    );
  };
  return (
    <Modal opened onClose={onClose} title={`Copy ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={classes.publish} onSubmit={submit}>
        <TextInput
          label="Name of the copy"
          description="Small letters, digits and hyphens."
          value={given}
          onChange={(event) => give(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={copy.isPending} disabled={given === ''}>
            Make the copy
          </Button>
        </div>
      </form>
    </Modal>
  );
}
