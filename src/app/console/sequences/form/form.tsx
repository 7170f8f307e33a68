import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FormField } from '../../../../language/editing/form/form-of.ts';
import type { Diagnostic } from '../../../../language/sequence/diagnostics/diagnostic.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { compiler } from '../compiler/use-compiler.ts';
import type { SidePanelProps } from '../side-panel-props.ts';
import { Field } from './field.tsx';
import classes from './form.module.css';
import { offsetsOf } from './offsets-of.ts';
import { isOptional, useFields } from './use-fields.ts';
import { keyOf } from './use-writing.ts';

/** The texts and limits of the sequence beside its YAML, for whoever writes none: each is at once what the other says. */
export function Form({ text, diagnostics, written, isReadOnly }: SidePanelProps) {
  const shown = useQuery({
    queryKey: ['form', text],
    queryFn: async ({ signal }) => ({ text, form: await compiler().call('form', { text }, { signal }) }),
    placeholderData: (before) => before,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  const form = shown.data?.form ?? null;
  const fields = useFields(form, shown.data?.text === text, written);
  const places = useMemo(() => offsetsOf(text, diagnostics ?? []), [text, diagnostics]);
  if (form === null) {
    if (shown.data === undefined) return null;
    return (
      <EmptyState says="There is no form of this text.">
        It is there when the text can be read as YAML: the first problem says where that ends.
      </EmptyState>
    );
  }
  const { typed, refused, ...handlers } = fields;
  const toField = (field: FormField) => {
    const key = keyOf(field.path);
    return (
      <Field
        key={key}
        field={key}
        name={field.name}
        about={field.about}
        shown={typed.get(key) ?? field.value}
        problem={refused === key ? 'This cannot be written in a sequence.' : problemOf(field, places)}
        isReadOnly={isReadOnly}
        isOptional={isOptional(field)}
        {...handlers}
      />
    );
  };
  return (
    <form className={classes.form} aria-label="Form of the sequence" onSubmit={(event) => event.preventDefault()}>
      {form.head.length > 0 && <div className={classes.group}>{form.head.map(toField)}</div>}
      <fieldset className={classes.limits}>
        <legend>limits</legend>
        {form.limits.map(toField)}
      </fieldset>
      {form.steps.map(({ title, word, id, where, fields }) => (
        <fieldset key={`${where.join('/')} ${word}`} className={classes.group}>
          <legend>
            <span>{where.join(' › ')}</span> {title} {id !== null && <small>{id}</small>}
          </legend>
          {fields.map(toField)}
        </fieldset>
      ))}
      {form.steps.length === 0 && <p className={classes.quiet}>No step of it has a text.</p>}
    </form>
  );
}

/** Finds what the compiler says of the value in the field; undefined: nothing. */
function problemOf({ place }: FormField, placed: readonly (readonly [number, Diagnostic])[]): string | undefined {
  if (place === null) return undefined;
  const found = placed.filter(([offset]) => offset >= place.offset && offset < Math.max(place.end, place.offset + 1));
  return found.length === 0 ? undefined : found.map(([, { message, fix }]) => `${message}. ${fix}`).join(' ');
}
