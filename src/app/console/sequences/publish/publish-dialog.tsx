import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../api-client/api-problem.ts';
import { useChange } from '../../data/ask.ts';
import { client } from '../../data/client.ts';
import { Answered } from '../../parts/answered.tsx';
import { tellDone } from '../../parts/tell.tsx';
import classes from '../sequences.module.css';
import { PlanInWords } from './plan-in-words.tsx';
import { PublishedBetween, publishedBetween } from './published-between.tsx';

interface PublishDialogProps {
  readonly name: string;
  readonly text: string;
  /** The version that the text started from; null: there was none. */
  readonly based_on: number | null;
  onClose(): void;
  onDone(version: number): void;
}

/**
 * The dialog that shows what publishing would change, before it does: it carries out exactly the plan that is shown, or
 * nothing.
 */
export function PublishDialog({ name, text, based_on: began, onClose, onDone }: PublishDialogProps) {
  const [move, setMove] = useState(false);
  /** The version over which it goes: another one only when somebody has seen what differs. */
  const [over, goOver] = useState(began);
  const apply = useChange('applySequence');
  const plan = useQuery({
    queryKey: ['plan', name, text, move, over],
    queryFn: () =>
      client.planSequence({
        params: { name },
        query: { move, kept_by: 'console', based_on: over ?? 0 },
        body: { text },
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isStale = apply.error instanceof ApiProblem && apply.error.problem.code === 'stale_plan';
  const between = publishedBetween(plan.error);
  const again = () => {
    apply.reset();
    void plan.refetch();
  };
  const publish = (plan_id: string) =>
    apply.mutate(
      { params: { name }, body: { plan_id } },
      {
        onSuccess: ({ version, moved, status }) => {
          const people = moved === 0 ? '' : ` ${moved} ${moved === 1 ? 'person' : 'people'} moved.`;
          const rest = status === 'applying' ? ' The others follow.' : '';
          tellDone(`Published ${name}, version ${version}.${people}${rest}`);
          onDone(version);
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`Publish ${name}`} size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.publish}>
        {between !== null ? (
          <PublishedBetween name={name} began={began} version={between} onGoOn={() => goOver(between)} />
        ) : (
          <Answered query={plan} rows={4}>
            {(shown) => (
              <>
                <PlanInWords plan={shown} />
                {(shown.people.if_moved !== undefined || move) && (
                  <label className={classes.check}>
                    <input type="checkbox" checked={move} onChange={(event) => setMove(event.currentTarget.checked)} />
                    Move the people inside to the new version, as far as a step of theirs remains
                  </label>
                )}
                {isStale && (
                  <p className={classes.notice} role="alert">
                    Something has changed since this plan was made, so nothing was published.{' '}
                    <Button size="compact-xs" variant="default" onClick={again}>
                      Make a new plan
                    </Button>
                  </p>
                )}
                <div className={classes.buttons}>
                  <Button variant="default" onClick={onClose}>
                    Cancel
                  </Button>
                  <Button
                    loading={apply.isPending || plan.isFetching}
                    disabled={shown.id === null || isStale}
                    onClick={() => shown.id !== null && publish(shown.id)}
                  >
                    Publish version {shown.to_version}
                  </Button>
                </div>
              </>
            )}
          </Answered>
        )}
      </div>
    </Modal>
  );
}
