import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { tellDone } from '../parts/tell.tsx';
import { people } from '../parts/words.ts';

type Doing = 'pause' | 'resume' | 'stop';

/** Pause, resume and stop; each says first whom it concerns, and the first two can be taken back. */
export function CampaignControls({ campaign: { id, name, status } }: { readonly campaign: ResultOf<'getCampaign'> }) {
  const may = useMay();
  const [asked, ask] = useState<Doing | null>(null);
  const pause = useChange('pauseCampaign');
  const resume = useChange('resumeCampaign');
  const stop = useChange('stopCampaign');
  const params = { id };
  const dry = { params, query: { dry_run: true } };
  const close = () => ask(null);
  const body = (why: string) => (why === '' ? {} : { body: { note: why } });

  if (status === 'stopped') return null;
  return (
    <>
      {status === 'paused' && may('resumeCampaign') && <Button onClick={() => ask('resume')}>Resume …</Button>}
      {status !== 'paused' && may('pauseCampaign') && (
        <Button variant="default" onClick={() => ask('pause')}>
          Pause …
        </Button>
      )}
      {may('stopCampaign') && (
        <Button variant="default" onClick={() => ask('stop')}>
          Stop …
        </Button>
      )}
      {asked === 'pause' && (
        <ConfirmDialog
          title={`Pause ${name}?`}
          button="Pause the campaign"
          isGentle
          asksWhy="Why (others read it)"
          matched={() => pause.rehearse(dry)}
          says={(count) => `Nothing more goes out to ${count} until it is resumed. Who is not read yet is not read.`}
          alternative="Resuming goes on where each of them stands. Times that pass meanwhile are made up for, within the limits."
          onClose={close}
          onConfirm={async (why) => {
            const done = await pause.mutateAsync({ params, ...body(why) });
            const calls =
              'control' in done && done.control.in_flight > 0 ? ` ${done.control.in_flight} calls had begun.` : '';
            tellDone(`Paused ${name}.${calls}`, () => resume.mutate({ params }));
          }}
        />
      )}
      {asked === 'resume' && (
        <ConfirmDialog
          title={`Resume ${name}?`}
          button="Resume the campaign"
          isGentle
          matched={() => resume.rehearse(dry)}
          says={(count) => `${count} go on where they stand, as soon as their accounts have room.`}
          alternative="Whoever was paused by themselves stays so."
          onClose={close}
          onConfirm={async () => {
            await resume.mutateAsync({ params });
            tellDone(`Resumed ${name}.`, () => pause.mutate({ params }));
          }}
        />
      )}
      {asked === 'stop' && (
        <ConfirmDialog
          title={`Stop ${name}?`}
          button="Stop the campaign"
          asksWhy="Why (others read it)"
          matched={() => stop.rehearse(dry)}
          says={(count) => `This ends the sequence of ${count}, for good: a stopped campaign cannot be resumed.`}
          alternative="To hold it for a while, pause it: that can be undone."
          onClose={close}
          onConfirm={async (why) => {
            const done = await stop.mutateAsync({ params, ...body(why) });
            tellDone(`Stopped ${name}${'control' in done ? `: ${people(done.control.matched)}` : ''}.`);
          }}
        />
      )}
    </>
  );
}
