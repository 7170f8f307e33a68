import { Link } from '@tanstack/react-router';
import { shortenText } from '../../../shared/kit/cut-text.ts';
import type { ItemOf } from '../../api-client/asked.ts';
import { Time } from '../parts/time.tsx';
import classes from './tasks.module.css';

const LONGEST = 300;

/** Shows what was written last between the person and us, with the way to all of it. */
export function LastWords({ last }: { readonly last: ItemOf<'listTasks'>['last_message'] }) {
  if (last === null) return null;
  return (
    <blockquote className={classes.last}>
      <span className={classes.about}>
        {last.by === 'them' ? 'They' : 'We'} wrote last ({last.channel}), <Time at={last.at} distance />:{' '}
        <Link to="/inbox" search={{ id: last.conversation_id }}>
          the conversation
        </Link>
      </span>
      {shortenText(last.text, LONGEST)}
    </blockquote>
  );
}
