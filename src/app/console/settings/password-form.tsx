import { Button, PasswordInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useChange } from '../data/ask.ts';
import { tellDone } from '../parts/tell.tsx';
import classes from './settings.module.css';

/** One's own password; what was typed stays where it is refused. */
export function PasswordForm() {
  const change = useChange('changePassword');
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const body = { present: `${given.get('present')}`, password: `${given.get('password')}` };
    const done = () => {
      form.reset();
      tellDone('Your password is another one. All other browsers of yours are signed out.');
    };
    change.mutate({ body }, { onSuccess: done });
  };
  return (
    <form className={classes.form} aria-label="Your password" onSubmit={save}>
      <PasswordInput label="Present password" name="present" autoComplete="current-password" required />
      <PasswordInput
        label="New password, at least 12 characters"
        name="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={200}
        required
      />
      <Button type="submit" loading={change.isPending}>
        Change it
      </Button>
    </form>
  );
}
