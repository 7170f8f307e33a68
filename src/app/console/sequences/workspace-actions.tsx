import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import { CopyDialog } from './draft/copy-dialog.tsx';
import type { Saving } from './draft/use-draft.ts';
import type { useText } from './use-text.ts';

interface WorkspaceActionsProps {
  readonly name: string | null;
  readonly published: ResultOf<'getSequence'> | null;
  readonly work: ReturnType<typeof useText>;
  readonly saving: Saving;
  readonly isReadOnly: boolean;
  readonly isPublishable: boolean;
  onPublish(): void;
}

/** The actions on the text. */
export function WorkspaceActions(props: WorkspaceActionsProps) {
  const { name, published, work, saving, isReadOnly, isPublishable, onPublish } = props;
  const may = useMay();
  const [isCopying, copy] = useState(false);
  const discard = useChange('discardDraft');
  const { kept, text } = work;
  const isAsPublished = text === published?.source && kept.revision === null;

  const giveUp = () => {
    const source = published?.source ?? '';
    const undo = { text, based_on: kept.based_on };
    const begin = () => {
      work.startOver({ text: source, based_on: published?.version ?? null, revision: null });
      tellDone('Gone back to what is published.', () => work.resume(undo));
    };
    if (kept.revision === null || name === null) begin();
    else discard.mutate({ params: { name }, query: { revision: kept.revision } }, { onSuccess: begin });
  };
  return (
    <>
      {published !== null && may('copySequence') && (
        <Button variant="default" onClick={() => copy(true)}>
          Make a copy …
        </Button>
      )}
      {!isReadOnly && (
        <>
          {published !== null && !isAsPublished && (
            <Button variant="default" onClick={giveUp} loading={discard.isPending}>
              Discard the draft
            </Button>
          )}
          <Button variant="default" onClick={saving.save} loading={saving.isSaving} disabled={!work.isUnsaved}>
            Save the draft
          </Button>
          <Button onClick={onPublish} disabled={!isPublishable}>
            Publish …
          </Button>
        </>
      )}
      {isCopying && published !== null && <CopyDialog name={published.name} onClose={() => copy(false)} />}
    </>
  );
}
