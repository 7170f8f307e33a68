import { useEffect, useId, useState } from 'react';
import type { FormField } from '../../../../language/editing/form/form-of.ts';
import type { Path } from '../../../../language/editing/form/path.ts';
import classes from './form.module.css';

export interface FieldProps {
  readonly field: FormField;
  readonly isReadOnly: boolean;
  /** The form shows what the text says now, and nothing is on its way into it. */
  readonly isSettled: boolean;
  readonly problem: string | undefined;
  readonly placeholder?: string;
  /** It may be missing, so an empty one is taken away: when somebody leaves it, since they may be about to write another one. */
  readonly isOptional?: boolean;
  /** Where its step begins. */
  readonly at?: number;
  onType(path: Path, value: string): void;
  onOpen(offset: number): void;
}

const MOST_LINES = 14;
const ABOUT_A_LINE = 60;

/** One value of the text. While somebody is in it, it shows what they have typed; else what the text says. */
export function Field(props: FieldProps) {
  const { field, isReadOnly, isSettled, problem, placeholder, isOptional = false, at, onType, onOpen } = props;
  const { path, name, about, value, place } = field;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isInside, setInside] = useState(false);
  useEffect(() => {
    if (isSettled && !isInside) setTyped(null);
  }, [isSettled, isInside]);
  const shown = typed ?? value;
  const type = (now: string) => {
    setTyped(now);
    if (!isOptional || now.trim() !== '') onType(path, now);
  };
  const leave = () => {
    setInside(false);
    if (isOptional && shown.trim() === '' && value !== '') onType(path, '');
  };
  const enter = () => {
    setInside(true);
    const offset = at ?? place?.offset;
    if (offset !== undefined) onOpen(offset);
  };
  const lines = shown.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / ABOUT_A_LINE), 0);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{name}</label>
      <textarea
        id={id}
        rows={isOptional ? 1 : Math.min(MOST_LINES, Math.max(1, lines))}
        value={shown}
        placeholder={placeholder}
        readOnly={isReadOnly}
        dir="auto"
        spellCheck={!isOptional}
        aria-describedby={`${id}-about${problem === undefined ? '' : ` ${id}-problem`}`}
        aria-invalid={problem === undefined ? undefined : true}
        onFocus={enter}
        onBlur={leave}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <p id={`${id}-about`} className={classes.about}>
        {about.replaceAll('`', '')}
      </p>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
