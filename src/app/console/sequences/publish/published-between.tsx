import { Button } from '@mantine/core';
import { isRecord } from '../../../../shared/kit/is-record.ts';
import { ApiProblem } from '../../../api-client/api-problem.ts';
import classes from '../sequences.module.css';

export interface Between {
  readonly version: number;
  /** What the other changed, in words. */
  readonly lines: readonly string[];
}

/** What somebody else has published since the text was begun; null: the error is another one, or none. */
export function publishedBetween(error: unknown): Between | null {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'published_meanwhile') return null;
  const { current, lines } = error.problem;
  if (!isRecord(current) || typeof current.version !== 'number') return null;
  return { version: current.version, lines: Array.isArray(lines) ? lines.map(String) : [] };
}

interface PublishedBetweenProps {
  readonly name: string;
  readonly began: number | null;
  readonly between: Between;
  onGoOn(): void;
}

/** Before one goes over what somebody else has published: what they changed. */
export function PublishedBetween({ name, began, between: { version, lines }, onGoOn }: PublishedBetweenProps) {
  return (
    <>
      <p className={classes.notice} role="alert">
        {began === null
          ? `${name} is published already, in version ${version}; your text did not begin with it.`
          : `You began with version ${began}, and version ${version} was published since. Nothing of it was overwritten.`}
      </p>
      {lines.length > 0 && (
        <>
          <h3>What has changed since</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it. */}
          <pre className={classes.theirs} tabIndex={0}>
            {lines.join('\n')}
          </pre>
        </>
      )}
      <p>
        Take into your text what you want to keep of it. The plan then shows what your text changes in version {version}
        .
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onGoOn}>
          I have seen it: plan over version {version}
        </Button>
      </div>
    </>
  );
}
