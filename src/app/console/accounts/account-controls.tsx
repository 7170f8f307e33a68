import { Button } from '@mantine/core';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import { type Account, isPaused } from './account-words.ts';

/** Pause and resume of all that goes out from an account, each with its undo. */
export function AccountControls({ account }: { readonly account: Account }) {
  const { id, name } = account;
  const may = useMay();
  const pause = useChange('pauseAccount');
  const resume = useChange('resumeAccount');
  const asked = { params: { id } };
  const paused = isPaused(account);
  if (!may('pauseAccount')) return null;
  const [change, back, said] = paused ? [resume, pause, 'Resumed'] : [pause, resume, 'Paused'];
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${paused ? 'Resume' : 'Pause'} ${name}`}
      loading={change.isPending}
      onClick={() => change.mutate(asked, { onSuccess: () => tellDone(`${said} ${name}.`, () => back.mutate(asked)) })}
    >
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
}
