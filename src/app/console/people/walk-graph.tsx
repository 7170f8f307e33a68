import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Node } from '../../../language/plan/node.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { ResultOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { PlanGraph } from '../sequences/graph/plan-graph.tsx';
import { planOf } from '../sequences/plan-of.ts';
import classes from './person.module.css';

interface WalkGraphProps {
  readonly explained: ResultOf<'explainEnrollment'>;
  readonly isFinished: boolean;
}

/** The sequence with the steps by which somebody has come, and where they stand. */
export function WalkGraph({ explained: { sequence, version, node, happened }, isFinished }: WalkGraphProps) {
  const published = useQuery(ask('getSequenceVersion', { params: { name: sequence, version: `${version}` } }));
  const plan = useMemo(() => (published.data === undefined ? null : planOf(published.data.plan)), [published.data]);
  const walked = useMemo(() => {
    const passed = new Set(happened.flatMap((line) => (line.node === null ? [] : [line.node])).concat(node ?? []));
    return plan === null ? passed : withWaits(plan, passed);
  }, [plan, happened, node]);
  return (
    <div className={classes.walk}>
      <Answered query={published} rows={6}>
        {() =>
          plan !== null && (
            <PlanGraph plan={plan} step={isFinished ? null : node} walked={walked} onStep={() => undefined} />
          )
        }
      </Answered>
    </div>
  );
}

/** A wait that is over leaves no line: somebody has come by it who was before it and behind it. */
function withWaits({ nodes }: Plan, passed: ReadonlySet<string>): ReadonlySet<string> {
  const behind = new Set([...passed].flatMap((id) => nextOf(nodes[id])));
  const waits = Object.values(nodes).filter((step) => behind.has(step.id) && nextOf(step).some((id) => passed.has(id)));
  return new Set([...passed, ...waits.map(({ id }) => id)]);
}

const nextOf = (step: Node | undefined): string[] => (step !== undefined && 'next' in step ? [step.next] : []);
