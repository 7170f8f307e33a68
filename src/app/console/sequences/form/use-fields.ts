import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Form, FormField } from '../../../../language/editing/form/form-of.ts';
import type { WrittenText } from '../editor/open-editor.ts';
import { keyOf, useWriting } from './use-writing.ts';

interface KnownField {
  readonly field: FormField;
  /** The offset at which the step of the field begins. */
  readonly offset: number | undefined;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * Keeps what somebody does in the fields of a form, each called by the key of its path. While they are in a field it shows what
 * they have typed; else what the text says. What is given here stays the same from key to key, so that of hundreds of fields
 * only the one that changes is drawn again.
 */
export function useFields(form: Form | null, isCurrent: boolean, written: WrittenText) {
  const { write, isWriting, refused } = useWriting(written);
  const [typed, setTyped] = useState(NOTHING);
  const [inside, setInside] = useState<string | null>(null);
  const known = useMemo(() => fieldsOf(form), [form]);
  const latest = useRef({ known, typed });
  latest.current = { known, typed };

  /** The form shows what the text says now, and nothing is on its way into it. */
  const isInStep = isCurrent && !isWriting;
  useEffect(() => {
    if (isInStep) setTyped((before) => onlyOf(before, inside));
  }, [isInStep, inside]);

  const onEnter = useCallback(
    (key: string) => {
      setInside(key);
      const offset = latest.current.known.get(key)?.offset;
      if (offset !== undefined) written.show(offset);
    },
    [written],
  );
  const onType = useCallback(
    (key: string, value: string) => {
      setTyped((before) => new Map(before).set(key, value));
      const field = latest.current.known.get(key)?.field;
      if (field !== undefined && !(isOptional(field) && value.trim() === '')) write(field.path, value);
    },
    [write],
  );
  const onLeave = useCallback(
    (key: string) => {
      setInside(null);
      const field = latest.current.known.get(key)?.field;
      if (field === undefined || !isOptional(field)) return;
      const shown = latest.current.typed.get(key) ?? field.value;
      if (shown.trim() === '' && field.value !== '') write(field.path, '');
    },
    [write],
  );
  return { typed, refused, onEnter, onType, onLeave };
}

/**
 * Tells a field that may be missing, so that an empty one is taken away: when somebody leaves it, since they may be about to
 * write another one.
 */
export const isOptional = ({ path }: FormField): boolean => path[0] === 'limits';

function fieldsOf(form: Form | null): ReadonlyMap<string, KnownField> {
  if (form === null) return new Map();
  const own = [...form.head, ...form.limits].map((field) => ({ field, offset: field.place?.offset }));
  const ofSteps = form.steps.flatMap(({ offset, fields }) => fields.map((field) => ({ field, offset })));
  return new Map([...own, ...ofSteps].map((known) => [keyOf(known.field.path), known]));
}

function onlyOf(typed: ReadonlyMap<string, string>, key: string | null): ReadonlyMap<string, string> {
  const value = key === null ? undefined : typed.get(key);
  if (typed.size === (value === undefined ? 0 : 1)) return typed;
  return key === null || value === undefined ? NOTHING : new Map([[key, value]]);
}
