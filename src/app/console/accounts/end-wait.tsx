import { Button } from '@mantine/core';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import { type Account, isPaused } from './account-words.ts';

/** Ends what the service has asked an account to wait. Whoever resumes a paused one ends it too. */
export function EndWait({ account }: { readonly account: Account }) {
  const { id, name } = account;
  const may = useMay();
  const resume = useChange('resumeAccount');
  if (isPaused(account) || !may('resumeAccount')) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Go on now with ${name}`}
      loading={resume.isPending}
      onClick={() =>
        resume.mutate(
          { params: { id } },
          { onSuccess: () => tellDone(`${name} goes on. Where the service still refuses, it waits again.`) },
        )
      }
    >
      Go on now
    </Button>
  );
}
