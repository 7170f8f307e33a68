import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { closeBidi } from '../../../shared/kit/close-bidi.ts';
import type { ItemOf } from '../../api-client/asked.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';
import classes from './tasks.module.css';
import type { Part, ReviewEdits } from './use-edits.ts';

interface TaskTextProps {
  readonly task: ItemOf<'listTasks'>;
  readonly edits: ReviewEdits | null;
  onApprove(): void;
}

const TITLES: Readonly<Record<Part, string>> = { subject: 'Subject', text: 'Text', html: 'HTML' };

/** The text that is asked about, with its subject above it; of a review it can be changed before it is approved. */
export function TaskText({ task: { message, preview }, edits, onApprove }: TaskTextProps) {
  const may = useMay();
  const ids = useId();
  const fields = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const isOpen = edits !== null && edits.shown !== null;
  useEffect(() => {
    if (isAsked && isOpen) fields.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isAsked, isOpen]);
  const { params } = preview;
  const whole = [message?.subject, message?.text ?? message?.html].filter((part) => typeof part === 'string');
  const written = whole.length === 0 && params !== undefined ? JSON.stringify(params, null, 2) : whole.join('\n\n');
  if (written === '') return null;
  if (edits === null || edits.shown === null) {
    const edit = () => {
      setAsked(true);
      edits?.open();
    };
    return (
      <div className={classes.whole}>
        <pre className={classes.preview}>{closeBidi(written)}</pre>
        {edits !== null && may('decideTask') && (
          <Button data-key="e" size="compact-sm" variant="subtle" onClick={edit}>
            Edit
          </Button>
        )}
      </div>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onApprove();
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
  };
  return (
    <div ref={fields} className={`${classes.whole} ${classes.edited}`}>
      {edits.shown.map(({ part, value }, at) => {
        const shared = {
          id: `${ids}${part}`,
          className: controls.input,
          value,
          onKeyDown,
          ...(at === 0 ? { 'data-key': 'e' } : {}),
        };
        return (
          <label key={part} htmlFor={shared.id}>
            {TITLES[part]}
            {part === 'subject' ? (
              <input {...shared} onChange={(event) => edits.put(part, event.currentTarget.value)} />
            ) : (
              <textarea {...shared} rows={8} onChange={(event) => edits.put(part, event.currentTarget.value)} />
            )}
          </label>
        );
      })}
      <Button size="compact-sm" variant="subtle" onClick={edits.close}>
        As it was
      </Button>
    </div>
  );
}
