import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';
import { nameOfLead } from '../parts/lead-name.ts';
import { sayProblem } from '../parts/say-problem.ts';
import { tellDone } from '../parts/tell.tsx';
import classes from './person.module.css';
import {
  changeOf,
  NEW_VARIABLE,
  PERSON_FIELDS,
  type PersonChange,
  TAGS,
  textOf,
  variableInput,
} from './person-change.ts';

type Person = ResultOf<'getLead'>;

/** The button by which a person of ours changes what is known of somebody. */
export function EditButton({ person }: { readonly person: Person }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('changeLead')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Edit …
      </Button>
      {isOpen && <EditDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
}

interface EditDialogProps {
  readonly person: Person;
  onClose(): void;
}

/**
 * The dialog of a change, which is tried first: an address that is on the do-not-contact list ends their sequences, which is
 * said before it happens.
 */
function EditDialog({ person, onClose }: EditDialogProps) {
  const change = useChange('changeLead');
  const [refused, setRefused] = useState<unknown>(null);
  const [ending, setEnding] = useState<{ readonly body: PersonChange; readonly ends: number } | null>(null);
  const [isTrying, setTrying] = useState(false);
  const params = { id: person.id };
  const name = nameOfLead(person);

  const save = async (body: PersonChange) => {
    await change.mutateAsync({ params, body });
    onClose();
    tellDone(`${name} is changed.`);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = changeOf(person, textsOf(event.currentTarget));
    if (body === null) return onClose();
    setTrying(true);
    setRefused(null);
    try {
      const { stopped } = await change.rehearse({ params, body, query: { dry_run: true } });
      if (stopped === 0) await save(body);
      else setEnding({ body, ends: stopped });
    } catch (error) {
      setRefused(error);
    } finally {
      setTrying(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Edit ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={`${classes.edit} ${controls.fields}`}
        aria-label="What is known of them"
        onSubmit={(event) => void submit(event)}
        onChange={() => setEnding(null)}
      >
        {PERSON_FIELDS.map(([field, label], at) => (
          <Line key={field} label={label}>
            {(id) => (
              <input id={id} name={field} defaultValue={person[field] ?? ''} {...(at === 0 ? FOCUSED : UNFOCUSED)} />
            )}
          </Line>
        ))}
        <Line label="Tags, with commas between them" isLong>
          {(id) => <input id={id} name={TAGS} defaultValue={person.tags.join(', ')} autoComplete="off" />}
        </Line>
        {Object.entries(person.vars).map(([variable, value]) => (
          <Line key={variable} label={`Variable ${variable}`}>
            {(id) => <input id={id} name={variableInput(variable)} defaultValue={textOf(value)} autoComplete="off" />}
          </Line>
        ))}
        <Line label="A new variable">
          {(id) => <input id={id} name={NEW_VARIABLE.name} placeholder="team_size" autoComplete="off" />}
        </Line>
        <Line label="Its value">{(id) => <input id={id} name={NEW_VARIABLE.value} autoComplete="off" />}</Line>
        <p className={classes.editNote}>
          Steps that are still to come use what is known when their turn comes. What one of them would fail for is
          refused, with the reason.
        </p>
        {refused !== null && <Refused error={refused} />}
        {ending !== null && (
          <p className={classes.editNote} role="alert">
            One of these names is on the do-not-contact list: {ending.ends === 1 ? 'a sequence' : ending.ends} of theirs{' '}
            {ending.ends === 1 ? 'ends' : 'end'}, for good.
          </p>
        )}
        <div className={classes.eraseButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {ending === null ? (
            <Button type="submit" loading={isTrying || change.isPending}>
              Save
            </Button>
          ) : (
            <Button color="red.9" loading={change.isPending} onClick={() => void save(ending.body).catch(setRefused)}>
              Save, and end {ending.ends === 1 ? 'it' : 'them'}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}

const UNFOCUSED = { autoComplete: 'off' } as const;
const FOCUSED = { ...UNFOCUSED, 'data-autofocus': true } as const;

const textsOf = (form: HTMLFormElement): ReadonlyMap<string, string> =>
  new Map([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

function Refused({ error }: { readonly error: unknown }) {
  const { title, text } = sayProblem(error);
  return (
    <p className={classes.editNote} role="alert">
      <strong>{title}.</strong> {text}
    </p>
  );
}

interface LineProps {
  readonly label: string;
  readonly isLong?: boolean;
  children(id: string): ReactNode;
}

function Line({ label, isLong = false, children }: LineProps) {
  const id = useId();
  return (
    <div className={classes.editField} data-long={isLong}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
