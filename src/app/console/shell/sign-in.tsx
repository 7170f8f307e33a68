import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { failureOf, invitationOf, readWaysIn, signIn, type WaysIn } from './session.ts';
import classes from './shell.module.css';

/** Signs in by a key, by name and password, by a provider, or by the link of an invitation. */
export function SignIn({ isAgain = false }: { readonly isAgain?: boolean }) {
  const token = invitationOf(location.hash);
  const [ways, setWays] = useState<WaysIn | null>(null);
  useEffect(() => {
    document.title = 'Sign in · Overture';
    readWaysIn().then(setWays, () => setWays({ has_users: true, oidc: null }));
  }, []);
  return (
    <main className={classes.signIn}>
      <h1>{token !== undefined ? 'You are invited' : isAgain ? 'Your session has ended' : 'Sign in to Overture'}</h1>
      {isAgain && <p>Sign in again: what you typed is still there behind this.</p>}
      <p className={classes.problem} role="alert">
        {failureOf(location.hash)}
      </p>
      {token !== undefined && <InvitationForm token={token} />}
      {token === undefined && ways !== null && (
        <>
          {ways.oidc !== null && (
            <Button component="a" href="/session/oidc" variant="default">
              Sign in with {ways.oidc}
            </Button>
          )}
          {ways.has_users && <PasswordForm />}
          <KeyForm hasFocus={!ways.has_users} />
        </>
      )}
    </main>
  );
}

/** A form that says below its fields why it did not work, and keeps them. */
function useForm(send: (given: FormData) => Promise<string | null>) {
  const [wrong, setWrong] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setSending(true);
    setWrong(await send(given));
    setSending(false);
  };
  const problem = (
    <p className={classes.problem} role="alert">
      {wrong}
    </p>
  );
  return { onSubmit, isSending, problem };
}

function PasswordForm() {
  const { onSubmit, isSending, problem } = useForm((given) =>
    signIn('/session', { email: given.get('email'), password: given.get('password') }),
  );
  return (
    <form onSubmit={onSubmit}>
      <TextInput label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      <PasswordInput label="Password" name="password" autoComplete="current-password" required />
      {problem}
      <Button type="submit" loading={isSending}>
        Sign in
      </Button>
    </form>
  );
}

function KeyForm({ hasFocus }: { readonly hasFocus: boolean }) {
  const { onSubmit, isSending, problem } = useForm((given) => signIn('/session', { key: given.get('key') }));
  return (
    <form onSubmit={onSubmit}>
      <PasswordInput
        label="API key"
        description="Or open the address that overture dev prints."
        name="key"
        autoComplete="off"
        required
        autoFocus={hasFocus}
      />
      {problem}
      <Button type="submit" variant="default" loading={isSending}>
        Sign in with the key
      </Button>
    </form>
  );
}

function InvitationForm({ token }: { readonly token: string }) {
  const { onSubmit, isSending, problem } = useForm(async (given) => {
    const name = String(given.get('name') ?? '').trim();
    const accepted = { token, password: given.get('password'), ...(name === '' ? {} : { name }) };
    const wrong = await signIn('/session/invitation', accepted);
    // The link is used up, and stays in no history.
    if (wrong === null) location.replace('/console/');
    return wrong;
  });
  return (
    <form onSubmit={onSubmit}>
      <p>
        Choose a password of at least 12 characters. From then on you sign in with your email address and this password.
      </p>
      <TextInput label="Your name" name="name" autoComplete="name" maxLength={100} autoFocus />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={200}
        required
      />
      {problem}
      <Button type="submit" loading={isSending}>
        Set the password and sign in
      </Button>
    </form>
  );
}
