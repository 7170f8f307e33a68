import { Button } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useChange } from '../data/ask.ts';
import { drafts, useDraft } from '../parts/drafts.ts';
import classes from './inbox.module.css';

/** A note for others of ours, which the person never sees: it looks like the notes, so that nobody takes it for the answer. */
export function NoteForm({ conversation_id }: { readonly conversation_id: string }) {
  const key = `note.${conversation_id}`;
  const text = useDraft(key);
  const [isOpen, setOpen] = useState(text !== '');
  const add = useChange('addConversationNote');
  const close = () => {
    drafts.put(key, '');
    setOpen(false);
  };
  const save = () => {
    if (text.trim() === '' || add.isPending) return;
    add.mutate({ params: { id: conversation_id }, body: { text } }, { onSuccess: close });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
  };
  if (!isOpen) {
    return (
      <Button data-key="n" size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Note
      </Button>
    );
  }
  return (
    <div className={classes.note}>
      <textarea
        ref={(field) => field?.focus()}
        data-key="n"
        aria-label="Note"
        placeholder="For others of yours; the person never sees it."
        value={text}
        onChange={(event) => drafts.put(key, event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="compact-sm" variant="default" onClick={save} loading={add.isPending} disabled={text.trim() === ''}>
        Save the note
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={close}>
        Discard
      </Button>
    </div>
  );
}
