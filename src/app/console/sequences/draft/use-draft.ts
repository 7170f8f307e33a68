import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRecord } from '../../../../shared/kit/is-record.ts';
import { ApiProblem } from '../../../api-client/api-problem.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { askAgain } from '../../data/ask.ts';
import { client } from '../../data/client.ts';
import { tellDone, tellProblem } from '../../parts/tell.tsx';
import { toLines } from '../to-lines.ts';
import type { useText } from '../use-text.ts';
import { forgetEachUnsaved } from '../working-text.ts';

/** The draft that somebody else has saved meanwhile; null: they have discarded or published it. */
export type Theirs = Pick<ResultOf<'getDraft'>, 'text' | 'revision' | 'based_on'> & { readonly author: string };

export interface Saving {
  readonly isSaving: boolean;
  readonly conflict: { readonly theirs: Theirs | null; readonly says: string } | null;
  save(): void;
  /** Over what somebody else has saved, which was shown. */
  saveMine(): void;
  /** In place of one's own. */
  takeTheirs(): void;
}

/** Saves the text for all to see, over exactly what one has seen; where another was quicker, both texts are kept. */
export function useDraft(
  name: string | null,
  work: ReturnType<typeof useText>,
  onNamed: (name: string) => void,
): Saving {
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Saving['conflict']>(null);
  const { text, kept } = work;

  const put = async (revision: string | null): Promise<void> => {
    const draftName = name ?? nameIn(text);
    if (draftName === null) {
      tellProblem(
        new Error('A draft is kept by its name: begin the text with a line such as “sequence: my-sequence”.'),
      );
      return;
    }
    setSaving(true);
    try {
      const body = { text, based_on: kept.based_on, revision };
      const saved = await client.saveDraft({ params: { name: draftName }, body });
      setConflict(null);
      work.setKept({ text, based_on: kept.based_on, revision: saved.revision });
      tellDone('The draft is saved, for your colleagues too.');
      askAgain(queries, new Set(['listSequences', 'listDrafts']));
      if (name === null) {
        forgetEachUnsaved(draftName);
        onNamed(draftName);
      }
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.code === 'draft_changed')
        setConflict({ theirs: theirsOf(error.problem.draft), says: error.problem.detail });
      else tellProblem(error);
    } finally {
      setSaving(false);
    }
  };
  return {
    ...{ isSaving, conflict },
    save: () => void put(kept.revision),
    saveMine: () => void put(conflict?.theirs?.revision ?? null),
    takeTheirs: () => {
      const theirs = conflict?.theirs;
      if (theirs != null) work.startOver(theirs);
      setConflict(null);
    },
  };
}

const nameIn = (text: string): string | null => /^sequence:\s*["']?([a-z][a-z0-9-]{0,63})\b/m.exec(text)?.[1] ?? null;

function theirsOf(draft: unknown): Theirs | null {
  if (!isRecord(draft) || typeof draft.text !== 'string' || typeof draft.revision !== 'string') return null;
  const by =
    isRecord(draft.updated_by) && typeof draft.updated_by.name === 'string' ? draft.updated_by.name : 'somebody';
  const based_on = typeof draft.based_on === 'number' ? draft.based_on : null;
  return { text: toLines(draft.text), revision: draft.revision, based_on, author: by };
}
