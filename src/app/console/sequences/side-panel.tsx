import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PartBoundary } from '../parts/part-boundary.tsx';
import classes from './sequences.module.css';
import type { SidePanelProps } from './side-panel-props.ts';
import { VIEWS } from './views.ts';

const Graph = lazy(() => import('./graph/graph.tsx').then(({ Graph }) => ({ default: Graph })));

const Form = lazy(() => import('./form/form.tsx').then(({ Form }) => ({ default: Form })));
const Texts = lazy(() => import('./texts/texts.tsx').then(({ Texts }) => ({ default: Texts })));
const Tests = lazy(() => import('./tests/tests.tsx').then(({ Tests }) => ({ default: Tests })));
const Simulation = lazy(() =>
  import('./simulation/simulation.tsx').then(({ Simulation }) => ({ default: Simulation })),
);
const Versions = lazy(() => import('./versions/versions.tsx').then(({ Versions }) => ({ default: Versions })));

const PANELS = {
  graph: Graph,
  form: Form,
  texts: Texts,
  tests: Tests,
  simulation: Simulation,
  versions: Versions,
} as const;

/** Shows what is seen beside the text; on a phone, in its place. */
export function SidePanel(props: SidePanelProps) {
  const shown = props.view === 'text' ? 'graph' : props.view;
  const Panel = PANELS[shown];
  return (
    <section className={classes.side} aria-label="Beside the text">
      <nav className={classes.tabs} aria-label="What is shown">
        {VIEWS.map(({ view, title }) => (
          <Link
            key={view}
            to="."
            search={(before) => ({ ...before, view })}
            replace
            className={view === 'text' ? `${classes.tab} ${classes.narrow}` : classes.tab}
            aria-current={view === props.view ? 'true' : undefined}
            data-shown={view === shown}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className={classes.panel}>
        <PartBoundary key={shown} kept="Your text is kept.">
          <Suspense fallback={null}>
            <Panel {...props} />
          </Suspense>
        </PartBoundary>
      </div>
    </section>
  );
}
