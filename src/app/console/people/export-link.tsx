import { Button } from '@mantine/core';
import { useMay } from '../data/who.ts';

/** Everything held about a person, as one file. */
export function ExportLink({ id }: { readonly id: string }) {
  const may = useMay();
  if (!may('exportLead')) return null;
  return (
    <Button component="a" variant="default" href={`/api/leads/${encodeURIComponent(id)}/export`} download>
      Export
    </Button>
  );
}
