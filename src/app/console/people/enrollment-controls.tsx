import { Button } from '@mantine/core';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import type { EnrollmentOfPerson } from './enrollment-of-person.ts';

/** Pause and resume of one walk, each with its undo. */
export function EnrollmentControls({ enrollment: { id, status } }: { readonly enrollment: EnrollmentOfPerson }) {
  const may = useMay();
  const pause = useChange('pauseEnrollment');
  const resume = useChange('resumeEnrollment');
  const asked = { params: { id } };
  if (status === 'finished' || !may('pauseEnrollment')) return null;
  if (status === 'paused') {
    const resumeIt = () => resume.mutate(asked, { onSuccess: () => tellDone('Resumed.', () => pause.mutate(asked)) });
    return (
      <Button size="compact-xs" variant="default" loading={resume.isPending} onClick={resumeIt}>
        Resume
      </Button>
    );
  }
  const pauseIt = () => pause.mutate(asked, { onSuccess: () => tellDone('Paused.', () => resume.mutate(asked)) });
  return (
    <Button size="compact-xs" variant="default" loading={pause.isPending} onClick={pauseIt}>
      Pause
    </Button>
  );
}
