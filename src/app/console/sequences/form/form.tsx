import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FormField } from '../../../../language/editing/form/form-of.ts';
import type { Diagnostic } from '../../../../language/sequence/diagnostic.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { compiler } from '../compiler/use-compiler.ts';
import type { SidePanelProps } from '../side-panel-props.ts';
import { Field, type FieldProps } from './field.tsx';
import classes from './form.module.css';
import { offsetsOf } from './offsets-of.ts';
import { keyOf, useWriting } from './use-writing.ts';

/** The texts and limits of the sequence beside its YAML, for whoever writes none: each is at once what the other says. */
export function Form({ text, diagnostics, written, isReadOnly }: SidePanelProps) {
  const { write, isWriting, refused } = useWriting(written);
  const shown = useQuery({
    queryKey: ['form', text],
    queryFn: async () => ({ text, form: await compiler().call('form', { text }) }),
    placeholderData: (before) => before,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  const form = shown.data?.form ?? null;
  const isCurrent = shown.data?.text === text;
  const places = useMemo(() => offsetsOf(text, diagnostics ?? []), [text, diagnostics]);
  if (form === null) {
    if (shown.data === undefined) return null;
    return (
      <EmptyState says="There is no form of this text.">
        It is there when the text can be read as YAML: the first problem says where that ends.
      </EmptyState>
    );
  }
  const fieldOf = (field: FormField, more: Partial<FieldProps> = {}) => (
    <Field
      key={keyOf(field.path)}
      field={field}
      isReadOnly={isReadOnly}
      isSettled={isCurrent && !isWriting}
      problem={refused === keyOf(field.path) ? 'This cannot be written in a sequence.' : problemOf(field, places)}
      onType={write}
      onOpen={written.show}
      {...more}
    />
  );
  return (
    <form className={classes.form} aria-label="Form of the sequence" onSubmit={(event) => event.preventDefault()}>
      {form.head.length > 0 && <div className={classes.group}>{form.head.map((field) => fieldOf(field))}</div>}
      <fieldset className={classes.limits}>
        <legend>limits</legend>
        {form.limits.map((field) => fieldOf(field, { isOptional: true, placeholder: 'none' }))}
      </fieldset>
      {form.steps.map(({ offset, title, word, id, where, fields }) => (
        <fieldset key={`${where.join('/')} ${word}`} className={classes.group}>
          <legend>
            <span>{where.join(' › ')}</span> {title} {id !== null && <small>{id}</small>}
          </legend>
          {fields.map((field) => fieldOf(field, { at: offset }))}
        </fieldset>
      ))}
      {form.steps.length === 0 && <p className={classes.quiet}>No step of it has a text.</p>}
    </form>
  );
}

/** What the compiler says of what stands in the field; undefined: nothing. */
function problemOf({ place }: FormField, placed: readonly (readonly [number, Diagnostic])[]): string | undefined {
  if (place === null) return undefined;
  const found = placed.filter(([offset]) => offset >= place.offset && offset < Math.max(place.end, place.offset + 1));
  return found.length === 0 ? undefined : found.map(([, { message, fix }]) => `${message}. ${fix}`).join(' ');
}
