import { Button } from '@mantine/core';
import type { FormEvent, KeyboardEvent } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';
import { drafts, useDraft } from '../parts/drafts.ts';
import { Time } from '../parts/time.tsx';
import classes from './tasks.module.css';

/** Shows what people of ours say to each other about a task; the person never sees it. */
export function TaskComments({ task: { id, comments } }: { readonly task: ItemOf<'listTasks'> }) {
  const may = useMay();
  const key = `comment.${id}`;
  const text = useDraft(key);
  const comment = useChange('commentOnTask');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || comment.isPending) return;
    comment.mutate({ params: { id }, body: { text } }, { onSuccess: () => drafts.put(key, '') });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <>
      {comments.length > 0 && (
        <ul className={classes.comments} aria-label="Comments">
          {comments.map(({ at, author, text: said }) => (
            <li key={`${at} ${author}`}>
              <span className={classes.about}>
                {author}, <Time at={at} />:
              </span>{' '}
              {said}
            </li>
          ))}
        </ul>
      )}
      {may('commentOnTask') && (
        <form className={classes.comment} onSubmit={save}>
          <input
            className={controls.input}
            data-key="c"
            aria-label="Comment"
            placeholder="Comment, for others of yours"
            value={text}
            onChange={(event) => drafts.put(key, event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {text.trim() !== '' && (
            <Button type="submit" size="compact-sm" variant="default" loading={comment.isPending}>
              Say it
            </Button>
          )}
        </form>
      )}
    </>
  );
}
