import { useState } from 'react';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { tellDone } from '../parts/tell.tsx';
import classes from './shell.module.css';

/** Ends all that runs, for good, from every page; first it says how many people that are. */
export function StopEverything() {
  const may = useMay();
  const [isAsking, ask] = useState(false);
  const stop = useChange('stopEverything');
  if (!may('stopEverything')) return null;
  return (
    <>
      <button type="button" className={classes.stop} data-acts onClick={() => ask(true)}>
        Stop everything …
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Stop everything?"
          button="Stop everything"
          matched={() => stop.rehearse({ query: { dry_run: true }, body: { confirm: 'everything' } })}
          says={(people) =>
            `This ends every enrollment that runs: ${people}. Nobody enters them again, and it cannot be undone.`
          }
          alternative="To hold all for a while, pause everything instead: that can be undone."
          onClose={() => ask(false)}
          onConfirm={async () => {
            await stop.mutateAsync({ body: { confirm: 'everything' } });
            tellDone('Everything was stopped.');
          }}
        />
      )}
    </>
  );
}
