import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import { signOut } from './session.ts';

export interface Action {
  readonly title: string;
  readonly hint: string;
  run(): void;
}

const EVERYTHING = { body: { confirm: 'everything' } } as const;

/** Lists what can be done from every page by ⌘K. */
export function useActions(): readonly Action[] {
  const may = useMay();
  const pause = useChange('pauseEverything');
  const resume = useChange('resumeEverything');
  const pauseAll = () => pause.mutate(EVERYTHING, { onSuccess: () => tellDone('Everything is paused.', resumeAll) });
  const resumeAll = () => resume.mutate(EVERYTHING, { onSuccess: () => tellDone('Everything goes on.', pauseAll) });
  return [
    ...(may('pauseEverything')
      ? [
          { title: 'Pause everything', hint: 'nothing goes out until it is resumed', run: pauseAll },
          { title: 'Resume everything', hint: 'after a pause of everything', run: resumeAll },
        ]
      : []),
    { title: 'Sign out', hint: 'ends this session', run: () => void signOut() },
  ];
}
