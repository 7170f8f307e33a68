import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import lists from '../../parts/lists.module.css';
import { tellDone } from '../../parts/tell.tsx';
import { TextField } from '../begin/field.tsx';
import type { Campaign } from '../campaign-words.ts';

/** The name and the weight of a campaign, which may be changed while it goes on. */
export function Properties({ campaign: { id, name, weight } }: { readonly campaign: Campaign }) {
  const may = useMay();
  const change = useChange('changeCampaign');
  const [typed, type] = useState({ name, weight: `${weight}` });
  if (!may('changeCampaign')) return null;
  const isChanged = typed.name.trim() !== name || typed.weight !== `${weight}`;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const params = { id };
    change.mutate(
      { params, body: { name: typed.name.trim(), weight: Number(typed.weight) } },
      { onSuccess: () => tellDone('Saved.', () => change.mutate({ params, body: { name, weight } })) },
    );
  };
  return (
    <form className={lists.properties} aria-label="Name and weight" onSubmit={save}>
      <TextField label="Name" value={typed.name} onText={(text) => type({ ...typed, name: text })} />
      <TextField
        label="Weight (1 to 100)"
        type="number"
        value={typed.weight}
        onText={(text) => type({ ...typed, weight: text })}
      />
      <Button type="submit" variant="default" disabled={!isChanged} loading={change.isPending}>
        Save
      </Button>
    </form>
  );
}
