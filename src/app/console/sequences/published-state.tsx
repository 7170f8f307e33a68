import type { ResultOf } from '../../api-client/asked.ts';
import { Tag } from '../parts/tag.tsx';

interface PublishedStateProps {
  readonly published: ResultOf<'getSequence'> | null;
  readonly draft: ResultOf<'getDraft'> | null;
  readonly isUnsaved: boolean;
  readonly isReadOnly: boolean;
}

/** Says what is published, who keeps it, and whether somebody works on it. */
export function PublishedState({ published, draft, isUnsaved, isReadOnly }: PublishedStateProps) {
  const isOfFile = published?.kept_by === 'file';
  return (
    <>
      {published === null ? 'not published yet ' : `version ${published.version} `}
      {draft !== null && <Tag tone="warn">draft of {draft.updated_by.name}</Tag>}{' '}
      {isUnsaved && <Tag tone="warn">not saved</Tag>}{' '}
      {isOfFile ? (
        <span title="overture apply publishes it from a repository. Change it there, or make a copy and change that.">
          <Tag>kept by a file, to read</Tag>
        </span>
      ) : (
        isReadOnly && <Tag>you may read it</Tag>
      )}
    </>
  );
}
