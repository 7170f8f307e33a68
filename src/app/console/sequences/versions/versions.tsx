import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, askPages } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { Answered } from '../../parts/answered.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';
import classes from '../panels.module.css';
import { RollbackDialog } from '../publish/rollback-dialog.tsx';
import type { SidePanelProps } from '../side-panel-props.ts';
import { Difference } from './difference.tsx';

/** Shows what was published, how one version differs from the one before it, and the way back. */
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
                  {shown === version && <OfVersion name={name} version={version} />}
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

/** From the version before it, and the text. */
function OfVersion({ name, version }: { readonly name: string; readonly version: number }) {
  const read = useQuery(ask('getSequenceVersion', { params: { name, version: `${version}` } }));
  return (
    <div className={classes.difference}>
      {version === 1 ? <p>It is the first one.</p> : <Difference name={name} from={version - 1} to={version} />}
      <details>
        <summary>Its text</summary>
        <Answered query={read}>
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
