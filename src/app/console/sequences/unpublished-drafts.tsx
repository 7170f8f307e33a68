import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import classes from './sequences.module.css';

/** Drafts of names that nothing is published of. */
export function UnpublishedDrafts() {
  const may = useMay();
  const { data } = useQuery({ ...ask('listDrafts', { query: { limit: 200 } }), enabled: may('listDrafts') });
  const drafts = data?.items.filter(({ current_version }) => current_version === null) ?? [];
  if (drafts.length === 0) return null;
  return (
    <span className={classes.drafts}>
      Drafts of new ones:{' '}
      {drafts.map(({ name, updated_by }) => (
        <Link key={name} to="/sequences/$name" params={{ name }} title={`last saved by ${updated_by.name}`}>
          {name}
        </Link>
      ))}
    </span>
  );
}
