import { Button } from '@mantine/core';
import { client } from '../../data/client.ts';
import { tellProblem } from '../../parts/tell.tsx';
import type { Request } from './campaign-draft.ts';

/** All rows that do not enter or that differ, as a file to mend and send again; of what was no file there is none. */
export function ProblemsFile({ request }: { readonly request: Request }) {
  if (!request.ok || !('file' in request.asked)) return null;
  const { asked } = request;
  const save = async () => {
    const query = { ...('query' in asked ? asked.query : {}), dry_run: true, format: 'csv' };
    const answer = await client.raw('createCampaign', { ...asked, query });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = 'left-out.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button size="compact-xs" variant="default" onClick={() => void save().catch(tellProblem)}>
      All of them as CSV
    </Button>
  );
}
