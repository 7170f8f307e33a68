import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closeBidi } from '../../../shared/kit/close-bidi.ts';
import { ask, useChange } from '../data/ask.ts';
import controls from '../parts/controls.module.css';
import { drafts } from '../parts/drafts.ts';
import classes from './inbox.module.css';

/** Puts a saved answer into the answer, with the person's own words; what is not known of them stays to be filled in. */
export function SavedAnswers({ conversation_id }: { readonly conversation_id: string }) {
  const saved = useQuery(ask('listSavedAnswers', { query: { limit: 1000 } }));
  const fill = useChange('fillSavedAnswer');
  const [missing, setMissing] = useState<readonly string[]>([]);
  if (!saved.data || saved.data.items.length === 0) return null;
  const put = (id: string) =>
    fill.mutate(
      { params: { id }, body: { conversation_id } },
      {
        onSuccess: (filled) => {
          const before = drafts.get(conversation_id);
          drafts.put(conversation_id, before.trim() === '' ? filled.text : `${before.trimEnd()}\n\n${filled.text}`);
          setMissing(filled.missing);
        },
      },
    );
  return (
    <>
      <select
        className={controls.select}
        data-key="t"
        aria-label="Saved answer"
        value=""
        disabled={fill.isPending}
        onChange={(event) => put(event.currentTarget.value)}
      >
        <option value="" disabled>
          Saved answer …
        </option>
        {saved.data.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {closeBidi(name)}
          </option>
        ))}
      </select>
      {missing.length > 0 && (
        <span role="status" className={classes.quiet}>
          Not known of this person, so fill it in: {missing.join(', ')}.
        </span>
      )}
    </>
  );
}
