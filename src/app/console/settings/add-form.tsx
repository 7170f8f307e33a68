import { Button } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import controls from '../parts/controls.module.css';
import classes from './settings.module.css';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'email' | 'url' | 'number';
  /** In place of free text. */
  readonly options?: readonly (readonly [value: string, title: string])[];
  readonly isLong?: boolean;
  readonly isOptional?: boolean;
}

interface AddFormProps {
  readonly label: string;
  readonly button: string;
  readonly fields: readonly Field[];
  readonly isPending: boolean;
  /** `done` empties the form; after an error, what was typed stays. */
  onAdd(values: Readonly<Record<string, string>>, done: () => void): void;
}

/** A line in which something new is said and added. */
export function AddForm({ label, button, fields, isPending, onAdd }: AddFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()] as const] : [],
    );
    onAdd(Object.fromEntries(values), () => form.reset());
  };
  return (
    <form className={`${classes.form} ${controls.fields}`} aria-label={label} onSubmit={submit}>
      {fields.map((field) => (
        <Line key={field.name} {...field} />
      ))}
      <Button type="submit" loading={isPending}>
        {button}
      </Button>
    </form>
  );
}

function Line(field: Field) {
  const id = useId();
  return (
    <div className={classes.field} data-long={field.isLong === true}>
      <label htmlFor={id}>{field.label}</label>
      <Input {...field} id={id} />
    </div>
  );
}

function Input({ id, name, placeholder, type = 'text', options, isLong, isOptional }: Field & { readonly id: string }) {
  const common = { id, name, required: isOptional !== true };
  if (options !== undefined) {
    return (
      <select {...common}>
        {options.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    );
  }
  if (isLong === true) return <textarea {...common} placeholder={placeholder} rows={3} />;
  return <input {...common} type={type} placeholder={placeholder} />;
}
