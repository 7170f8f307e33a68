import { type ReactNode, useId } from 'react';
import controls from '../../parts/controls.module.css';
import classes from './begin.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** As wide as the form. */
  readonly isLong?: boolean;
  readonly children: (id: string) => ReactNode;
}

/** A control with its name above it and what is to know of it below. */
export function Field({ label, hint, isLong = false, children }: FieldProps) {
  const id = useId();
  return (
    <div className={`${classes.field} ${controls.fields}`} data-long={isLong}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <small>{hint}</small>}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly isLong?: boolean;
  readonly type?: 'text' | 'number';
  onText(text: string): void;
}

export function TextField({ label, hint, isLong = false, value, placeholder, type = 'text', onText }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} isLong={isLong}>
      {(id) => (
        <input
          {...{ id, type, value, placeholder }}
          autoComplete="off"
          onChange={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: ReactNode;
  readonly isOn: boolean;
  onTurn(isOn: boolean): void;
}

export function Check({ label, isOn, onTurn }: CheckProps) {
  return (
    <label className={classes.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
