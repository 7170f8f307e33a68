import { useContext } from 'react';
import type { Layout } from '../../../../language/graph/layout.ts';
import { GraphContext } from './context.ts';
import classes from './graph.module.css';

/** The same as the graph in words: each step, and where it leads. */
export function StepList({ layout: { boxes, arrows } }: { readonly layout: Layout }) {
  const { step, counts, walked, onStep } = useContext(GraphContext);
  const titles = new Map(boxes.map(({ id, title }) => [id, title]));
  return (
    <ol className={classes.list}>
      {boxes.map(({ id, title, detail }) => (
        <li key={id}>
          <button type="button" aria-current={step === id ? 'step' : undefined} onClick={() => onStep(id)}>
            <strong>{title}</strong> {detail}
            {counts?.[id] !== undefined && <em> {counts[id].toLocaleString('en')} stand here</em>}
            {walked?.has(id) && <em> came by here</em>}
          </button>
          <span className={classes.ways}>
            {arrows
              .filter(({ from }) => from === id)
              .map(({ to, label }) => `${label === '' ? 'then' : label}: ${titles.get(to) ?? to}`)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  );
}
