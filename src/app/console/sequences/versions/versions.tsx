import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Plan } from '../../../../language/plan/plan.ts';
import { ask, askPages } from '../../data/ask.ts';
import { client } from '../../data/client.ts';
import { useMay } from '../../data/who.ts';
import { Answered } from '../../parts/answered.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';
import { compiler } from '../compiler/use-compiler.ts';
import classes from '../panels.module.css';
import { DiffInWords } from '../publish/diff-in-words.tsx';
import { RollbackDialog } from '../publish/rollback-dialog.tsx';
import type { SidePanelProps } from '../side-panel-props.ts';

/** What was published, how one version differs from the one before it, and the way back. */
export function Versions({ name, published }: SidePanelProps) {
  if (name === null || published === null) {
    return <EmptyState says="No version is published yet.">The first one stands here once it is.</EmptyState>;
  }
  return <OfPublished name={name} />;
}

function OfPublished({ name }: { readonly name: string }) {
  const may = useMay();
  const versions = useInfiniteQuery(askPages('listSequenceVersions', { params: { name } }));
  const [shown, show] = useState<number | null>(null);
  const [isGoingBack, goBack] = useState(false);
  return (
    <div className={classes.body}>
      {may('rollBackSequence') && (
        <div>
          <Button variant="default" onClick={() => goBack(true)}>
            Roll back …
          </Button>
        </div>
      )}
      <Answered query={versions}>
        {({ pages }) => (
          <ol className={classes.versions}>
            {pages
              .flatMap(({ items }) => items)
              .map(({ version, current, created_at, description }) => (
                <li key={version}>
                  <button
                    type="button"
                    aria-expanded={shown === version}
                    onClick={() => show(shown === version ? null : version)}
                  >
                    Version {version}
                  </button>{' '}
                  {current && <Tag tone="good">current</Tag>} <Time at={created_at} />
                  <span className={classes.quiet}> {description}</span>
                  {shown === version && <Difference name={name} version={version} />}
                </li>
              ))}
          </ol>
        )}
      </Answered>
      {versions.hasNextPage && (
        <Button variant="default" onClick={() => void versions.fetchNextPage()}>
          More
        </Button>
      )}
      {isGoingBack && <RollbackDialog name={name} onClose={() => goBack(false)} />}
    </div>
  );
}

/** From the version before it, computed in the page from the two plans. */
function Difference({ name, version }: { readonly name: string; readonly version: number }) {
  const first = useQuery(ask('getSequenceVersion', { params: { name, version: `${version}` } }));
  const diff = useQuery({
    queryKey: ['difference', name, version],
    queryFn: async () => {
      const read = (one: number) => client.getSequenceVersion({ params: { name, version: `${one}` } });
      const [from, to] = await Promise.all([read(version - 1), read(version)]);
      return compiler().call('diff', { from: asPlan(from.plan), to: asPlan(to.plan) });
    },
    enabled: version > 1,
  });
  return (
    <div className={classes.difference}>
      {version === 1 ? (
        <p>It is the first one.</p>
      ) : (
        <Answered query={diff}>{(found) => <DiffInWords diff={found} />}</Answered>
      )}
      <details>
        <summary>Its text</summary>
        <Answered query={first}>
          {({ source }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it.
            <pre className={classes.theirs} tabIndex={0}>
              {source}
            </pre>
          )}
        </Answered>
      </details>
    </div>
  );
}

/** The contract says no more of a plan than that it is an object; the server has made it by the compiler. */
const asPlan = (plan: object): Plan => plan as Plan;
