import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiProblem } from '../../api-client/api-problem.ts';
import { ask } from '../data/ask.ts';
import { client } from '../data/client.ts';
import { Answered } from '../parts/answered.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { toLines } from './to-lines.ts';
import { Workspace } from './workspace.tsx';

const route = getRouteApi('/sequences/$name');

/** Reads what is published of a name, and the draft that somebody works on; at least one of the two is there. */
async function readBoth(name: string, signal: AbortSignal) {
  const unless = (code: string) => (error: unknown) => {
    if (error instanceof ApiProblem && error.problem.code === code) return null;
    throw error;
  };
  const asked = { params: { name } };
  const published = await client
    .getSequence(asked, { signal })
    .then(ofLines('source'))
    .catch(unless('unknown_sequence'));
  if (published !== null && !published.has_draft) return { published, draft: null };
  const draft = await client.getDraft(asked, { signal }).then(ofLines('text')).catch(unless('unknown_draft'));
  // Neither is there: the problem of the first says so.
  return published === null && draft === null
    ? { published: await client.getSequence(asked), draft }
    : { published, draft };
}

const ofLines =
  <Key extends string>(key: Key) =>
  <Found extends Readonly<Record<Key, string>>>(found: Found): Found => ({ ...found, [key]: toLines(found[key]) });

/** One sequence: its text with all that can be said of it, and what was published. */
export function SequencePage() {
  const { name } = route.useParams();
  const both = useQuery({
    // Asked again with every event that speaks of the published one.
    queryKey: [ask('getSequence', { params: { name } }).queryKey[0], 'with its draft', name],
    queryFn: ({ signal }) => readBoth(name, signal),
  });
  const { data } = both;
  if (data !== undefined) {
    const { published, draft } = data;
    return <Workspace key={name} name={name} published={published} draft={draft} begun={published?.source ?? ''} />;
  }
  return (
    <PageFrame title={name}>
      <Answered query={both} rows={8}>
        {() => null}
      </Answered>
    </PageFrame>
  );
}
