import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';
import { tellDone } from '../parts/tell.tsx';
import type { Account } from './account-words.ts';
import classes from './accounts.module.css';
import { Section } from './section.tsx';

/** The settings of an account that a person may change: its zone, and the tier by which its network limits it. */
export function AccountSettings({ account }: { readonly account: Account }) {
  const { id, name, timezone, profile, country, products, daily_limit } = account;
  const may = useMay();
  const change = useChange('changeAccount');
  const facts = [
    country === null ? null : `country ${country}`,
    products.length === 0 ? null : `seats: ${products.join(', ')}`,
    daily_limit === null ? null : `${daily_limit} mails a day by its own setting`,
  ].filter((fact) => fact !== null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = (field: string) => `${form.get(field) ?? ''}`.trim() || null;
    // The tier that its record shows is not one that somebody chose, until they say another.
    const tier = said('profile');
    change.mutate(
      { params: { id }, body: { timezone: said('timezone'), ...(tier === profile ? {} : { profile: tier }) } },
      { onSuccess: () => tellDone(`${name} is changed.`) },
    );
  };
  return (
    <Section title="Zone and tier">
      {facts.length > 0 && <p className={classes.quiet}>{facts.join(' · ')}</p>}
      {may('changeAccount') ? (
        <form className={classes.form} aria-label="Zone and tier" onSubmit={submit}>
          <label>
            Zone (empty: by its country)
            <input
              className={controls.input}
              name="timezone"
              defaultValue={timezone ?? ''}
              placeholder="Europe/Paris"
            />
          </label>
          <label>
            Tier (empty: by its record)
            <input className={controls.input} name="profile" defaultValue={profile ?? ''} />
          </label>
          <Button type="submit" variant="default" loading={change.isPending}>
            Set
          </Button>
        </form>
      ) : (
        <p>
          {timezone ?? 'The zone of its country'} · {profile ?? 'no tier is known'}
        </p>
      )}
    </Section>
  );
}
