import { memo, useId } from 'react';
import controls from '../../parts/controls.module.css';
import classes from './form.module.css';

interface FieldProps {
  /** The key by which the field is called. */
  readonly field: string;
  readonly name: string;
  /** Markdown. */
  readonly about: string;
  readonly shown: string;
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly isOptional: boolean;
  onEnter(field: string): void;
  onType(field: string, value: string): void;
  onLeave(field: string): void;
}

const MOST_LINES = 14;
const ABOUT_A_LINE = 60;

/** One value of the text. Drawn again when something of it changes, not at every key. */
export const Field = memo(function Field(props: FieldProps) {
  const { field, name, about, shown, problem, isReadOnly, isOptional, onEnter, onType, onLeave } = props;
  const id = useId();
  const lines = shown.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / ABOUT_A_LINE), 0);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{name}</label>
      <textarea
        id={id}
        className={controls.input}
        rows={isOptional ? 1 : Math.min(MOST_LINES, Math.max(1, lines))}
        value={shown}
        placeholder={isOptional ? 'none' : undefined}
        readOnly={isReadOnly}
        dir="auto"
        spellCheck={!isOptional}
        aria-describedby={`${id}-about${problem === undefined ? '' : ` ${id}-problem`}`}
        aria-invalid={problem === undefined ? undefined : true}
        onFocus={() => onEnter(field)}
        onBlur={() => onLeave(field)}
        onChange={(event) => onType(field, event.currentTarget.value)}
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
});
