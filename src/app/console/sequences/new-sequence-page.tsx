import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Answered } from '../parts/answered.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { EMPTY, EXAMPLES } from './examples.ts';
import { Gallery } from './gallery/gallery.tsx';
import { Workspace } from './workspace.tsx';

const route = getRouteApi('/new-sequence');

/** A sequence that is published nowhere yet; at first, what it may begin with. */
export function NewSequencePage() {
  const { example } = route.useSearch();
  return example === undefined ? <Gallery /> : <BegunWith example={example} />;
}

function BegunWith({ example }: { readonly example: string }) {
  const begun = useQuery({
    queryKey: ['example', example],
    queryFn: () => EXAMPLES.find(({ name }) => name === example)?.sequence() ?? EMPTY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (begun.data !== undefined)
    return <Workspace key={example} name={null} example={example} published={null} draft={null} begun={begun.data} />;
  return (
    <PageFrame title="New sequence">
      <Answered query={begun} rows={8}>
        {() => null}
      </Answered>
    </PageFrame>
  );
}
