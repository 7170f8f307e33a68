import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import classes from '../panels.module.css';
import type { SidePanelProps } from '../side-panel-props.ts';
import { SimulationResult } from './simulation-result.tsx';
import { useSimulation } from './use-simulation.ts';

const FIELDS = [
  { name: 'leads', label: 'People', begun: '100' },
  { name: 'days', label: 'Days', begun: '90' },
  { name: 'runs', label: 'Times', begun: '1' },
  { name: 'start', label: 'From', begun: '2026-01-05' },
  { name: 'accept', label: 'Accept', begun: '30%' },
  { name: 'reply', label: 'Reply', begun: '10%' },
] as const;
const MOST = { leads: 10_000, days: 365, runs: 50 } as const;

/** Simulates what a sequence will do, in virtual time, in a worker that can be ended. */
export function Simulation({ text, isWhole, runs }: SidePanelProps) {
  const { done, result, problems, simulate, cancel } = useSimulation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const said = (name: string) => String(given.get(name) ?? '').trim();
    const count = (name: keyof typeof MOST) => Math.min(MOST[name], Math.max(1, Math.trunc(Number(said(name))) || 1));
    const rates = { accept: said('accept'), reply: said('reply') };
    const counts = { leads: count('leads'), days: count('days'), runs: count('runs') };
    void simulate({ text, ...counts, start: said('start'), seed: '1', rates, runs_of: runs });
  };
  return (
    <div className={classes.body}>
      <form className={classes.form} onSubmit={submit}>
        {FIELDS.map(({ name, label, begun }) => (
          <TextInput key={name} name={name} label={label} defaultValue={begun} size="xs" />
        ))}
        {/* Two buttons, by their keys: one that became the other under a click would send the form anew. */}
        {done === null ? (
          <Button key="simulate" type="submit" disabled={!isWhole}>
            Simulate
          </Button>
        ) : (
          <Button key="cancel" variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
      </form>
      {done !== null && <progress className={classes.progress} value={done} max={1} aria-label="How far it is" />}
      {problems.map((problem) => (
        <p key={problem} className={classes.bad} role="alert">
          {problem}
        </p>
      ))}
      {result !== null && <SimulationResult simulation={result.simulation} isOld={result.text !== text} />}
      <p className={classes.quiet}>
        If people do as these rates say, with the limits of the sequence. What a tier of the network or a booked
        calendar adds is in the forecast of a campaign.
      </p>
    </div>
  );
}
