import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../data/ask.ts';
import { client } from '../../data/client.ts';
import { Answered } from '../../parts/answered.tsx';
import { tellDone } from '../../parts/tell.tsx';
import classes from '../sequences.module.css';
import { PlanInWords } from './plan-in-words.tsx';

/** The version before the present one becomes current again, exactly as the dry run has shown. */
export function RollbackDialog({ name, onClose }: { readonly name: string; onClose(): void }) {
  const roll = useChange('rollBackSequence');
  const plan = useQuery({
    queryKey: ['rollback', name],
    queryFn: () => client.rollBackSequence({ params: { name }, query: { dry_run: true }, body: {} }),
    ...{ staleTime: 0, gcTime: 0, retry: false },
  });
  const go = (hash: string) =>
    roll.mutate(
      { params: { name }, body: { hash } },
      {
        onSuccess: (done) => {
          tellDone('version' in done ? `Version ${done.version} of ${name} is current again.` : `Rolled ${name} back.`);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`Roll ${name} back`} size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.publish}>
        <Answered query={plan}>
          {(shown) =>
            'people' in shown ? (
              <>
                <p>
                  Version {shown.to_version} becomes current again, in place of version {shown.from_version}.
                </p>
                <PlanInWords plan={shown} />
                <div className={classes.buttons}>
                  <Button variant="default" onClick={onClose} data-autofocus>
                    Cancel
                  </Button>
                  <Button loading={roll.isPending} onClick={() => go(shown.hash)}>
                    Roll back to version {shown.to_version}
                  </Button>
                </div>
              </>
            ) : null
          }
        </Answered>
      </div>
    </Modal>
  );
}
