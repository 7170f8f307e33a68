import { Handle, type NodeProps, Position } from '@xyflow/react';
import { type KeyboardEvent, memo, useContext } from 'react';
import { kindName } from '../../../../language/graph/diagram.ts';
import { GraphContext } from './context.ts';
import type { StepNode } from './elements.ts';
import classes from './graph.module.css';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** One step. Of all only one takes the focus by Tab; arrows lead from it to the others. */
export const StepBox = memo(function StepBox({ data: { box, at } }: NodeProps<StepNode>) {
  const { step, counts, walked, onStep } = useContext(GraphContext);
  const count = counts?.[box.id];
  const isMarked = step === box.id;
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const all = event.currentTarget
      .closest('[class*=drawing]')
      ?.querySelectorAll<HTMLButtonElement>('button[data-step]');
    [...(all ?? [])].find((other) => Number(other.dataset.step) === at + by)?.focus();
  };
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle} />
      <button
        type="button"
        data-step={at}
        data-kind={box.kind}
        data-walked={walked?.has(box.id)}
        aria-current={isMarked ? 'step' : undefined}
        tabIndex={isMarked || (step === null && at === 0) ? 0 : -1}
        className={classes.box}
        onClick={() => onStep(box.id)}
        onKeyDown={onKeyDown}
        title={`${box.id}: ${kindName(box.kind)}${count === undefined ? '' : `; ${count} stand here`}`}
      >
        {box.title_lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has its place alone.
          <strong key={index}>{line}</strong>
        ))}
        {box.detail_lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <span key={index}>{line}</span>
        ))}
        {count !== undefined && <span hidden>, {count} stand here</span>}
      </button>
      {count !== undefined && (
        <span className={classes.count} aria-hidden>
          {count.toLocaleString('en')}
        </span>
      )}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle} />
    </>
  );
});
