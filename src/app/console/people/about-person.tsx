import type { ResultOf } from '../../api-client/asked.ts';
import classes from './person.module.css';

/** Shows what else is known of somebody. */
export function AboutPerson({ person }: { readonly person: ResultOf<'getLead'> }) {
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Email', person.email],
    ['Phone', person.phone_number],
    ['Profile', person.profile_url],
    ['Company', person.company],
    ['Location', person.location],
    ['Zone', person.timezone],
    ['Tags', person.tags.join(', ')],
    ...Object.entries(person.vars).map(([name, value]) => [name, `${value}`] as const),
  ];
  return (
    <aside className={classes.about} aria-label="About them">
      <dl>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </aside>
  );
}
