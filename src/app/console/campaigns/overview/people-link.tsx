import { Link } from '@tanstack/react-router';
import classes from '../campaign.module.css';
import type { CampaignAddress } from '../campaign-address.ts';

/** A number, which opens the people whom it counts. */
export function PeopleLink({ count, search }: { readonly count: number; readonly search: CampaignAddress }) {
  if (count === 0) return <span className={classes.none}>0</span>;
  return (
    <Link from="/campaigns/$id" search={{ view: 'people', ...search }} className={classes.number} title="Who they are">
      {count.toLocaleString('en')}
    </Link>
  );
}
