import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { tellDone } from '../parts/tell.tsx';
import type { EnrollmentOfPerson } from './enrollment-of-person.ts';
import { RescheduleDialog } from './reschedule-dialog.tsx';

type Asked = 'skip' | 'stop' | 'reschedule';

/** The controls of one walk: pause and resume with their undo, another time, skip and stop after they have asked. */
export function EnrollmentControls({
  enrollment: { id, status, sequence },
}: {
  readonly enrollment: EnrollmentOfPerson;
}) {
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const pause = useChange('pauseEnrollment');
  const resume = useChange('resumeEnrollment');
  const skip = useChange('skipStep');
  const stop = useChange('stopEnrollment');
  const params = { id };
  const close = () => setAsked(null);
  if (status === 'finished' || !may('pauseEnrollment')) return null;

  const undoable = (does: typeof pause | typeof resume, back: typeof pause | typeof resume, said: string) =>
    does.mutate({ params }, { onSuccess: () => tellDone(said, () => back.mutate({ params })) });
  const bodyOf = (why: string) => (why === '' ? {} : { body: { note: why } });
  const dry = { params, query: { dry_run: true } };
  return (
    <>
      {status === 'paused' ? (
        <Button {...SMALL} loading={resume.isPending} onClick={() => undoable(resume, pause, 'Resumed.')}>
          Resume
        </Button>
      ) : (
        <Button {...SMALL} loading={pause.isPending} onClick={() => undoable(pause, resume, 'Paused.')}>
          Pause
        </Button>
      )}
      <Button {...SMALL} onClick={() => setAsked('reschedule')}>
        Another time …
      </Button>
      <Button {...SMALL} onClick={() => setAsked('skip')}>
        Skip the step …
      </Button>
      <Button {...SMALL} onClick={() => setAsked('stop')}>
        Stop …
      </Button>
      {asked === 'reschedule' && <RescheduleDialog id={id} onClose={close} />}
      {asked === 'skip' && (
        <ConfirmDialog
          title="Skip the present step?"
          button="Skip it"
          asksWhy="Why (others read it)"
          matched={() => skip.rehearse(dry)}
          says={() => 'The step is left out, or its wait ends, and they go on with the next one.'}
          alternative="A step that is left out is not made up for."
          onClose={close}
          onConfirm={async (why) => {
            await skip.mutateAsync({ params, ...bodyOf(why) });
            tellDone('Skipped.');
          }}
        />
      )}
      {asked === 'stop' && (
        <ConfirmDialog
          title={`Stop ${sequence} for them?`}
          button="Stop it"
          asksWhy="Why (others read it)"
          matched={() => stop.rehearse(dry)}
          says={() => 'This ends the sequence for them, for good.'}
          alternative="To hold it for a while, pause it: that can be undone."
          onClose={close}
          onConfirm={async (why) => {
            await stop.mutateAsync({ params, ...bodyOf(why) });
            tellDone('Stopped.');
          }}
        />
      )}
    </>
  );
}

const SMALL = { size: 'compact-xs', variant: 'default' } as const;
