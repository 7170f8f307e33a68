import { SIGN_WORDS } from './sign-words.ts';
import classes from './tasks.module.css';

export interface SeenSign {
  readonly sign: string;
  readonly seen: string;
}

/** Shows the signs that put a mail in doubt, each with where it was seen. */
export function Signs({ signs }: { readonly signs: readonly SeenSign[] }) {
  if (signs.length === 0) return null;
  return (
    <ul className={classes.signs} aria-label="Signs">
      {signs.map(({ sign, seen }) => (
        <li key={sign}>
          It {SIGN_WORDS[sign] ?? sign.replaceAll('_', ' ')}
          {seen !== '' && (
            <>
              : <q>{seen}</q>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
