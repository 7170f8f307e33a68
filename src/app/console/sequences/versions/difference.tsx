import { useQuery } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { Answered } from '../../parts/answered.tsx';
import { compiler } from '../compiler/use-compiler.ts';
import { planOf } from '../plan-of.ts';
import { DiffInWords } from '../publish/diff-in-words.tsx';

interface DifferenceProps {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** How two versions differ, computed in the page from their plans. */
export function Difference({ name, from, to }: DifferenceProps) {
  const diff = useQuery({
    queryKey: ['difference', name, from, to],
    queryFn: async () => {
      const read = (version: number) => client.getSequenceVersion({ params: { name, version: `${version}` } });
      const [before, after] = await Promise.all([read(from), read(to)]);
      return compiler().call('diff', { from: planOf(before.plan), to: planOf(after.plan) });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Answered query={diff}>{(found) => <DiffInWords diff={found} />}</Answered>;
}
