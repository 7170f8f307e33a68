import { Button } from '@mantine/core';
import { isRecord } from '../../../../shared/kit/is-record.ts';
import { ApiProblem } from '../../../api-client/api-problem.ts';
import classes from '../sequences.module.css';
import { Difference } from '../versions/difference.tsx';

/** The version that somebody else has published since the text was begun; null: the error is another one, or none. */
export function publishedBetween(error: unknown): number | null {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'published_meanwhile') return null;
  const { current } = error.problem;
  return isRecord(current) && typeof current.version === 'number' ? current.version : null;
}

interface PublishedBetweenProps {
  readonly name: string;
  readonly began: number | null;
  readonly version: number;
  onGoOn(): void;
}

/** Before one goes over what somebody else has published: what they changed. */
export function PublishedBetween({ name, began, version, onGoOn }: PublishedBetweenProps) {
  return (
    <>
      <p className={classes.notice} role="alert">
        {began === null
          ? `${name} is published already, in version ${version}; your text did not begin with it.`
          : `You began with version ${began}, and version ${version} was published since. Nothing of it was overwritten.`}
      </p>
      {began !== null && (
        <>
          <h3>What has changed since</h3>
          <Difference name={name} from={began} to={version} />
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
