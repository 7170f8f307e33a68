import { Link } from '@tanstack/react-router';
import { PageFrame } from '../../parts/page-frame.tsx';
import { EXAMPLES } from '../examples.ts';
import { ExampleCard } from './example-card.tsx';
import classes from './gallery.module.css';
import { EXAMPLE_RUN } from './simulate-example.ts';

/** With what a new sequence begins: each example with what it would bring. */
export function Gallery() {
  return (
    <PageFrame title="New sequence" about="Nobody is contacted before you publish it and enroll people.">
      <div className={classes.gallery}>
        <p className={classes.lead}>
          Each example was simulated just now, here in the page: {EXAMPLE_RUN.leads} people from {EXAMPLE_RUN.start} on,
          of whom 30 % accept an invitation and 10 % answer a message. Begin with the one that is nearest to what you
          want, and change its texts and limits in a form or in YAML.{' '}
          <Link to="/new-sequence" search={{ example: 'empty' }}>
            Begin with an empty one
          </Link>
          .
        </p>
        <ul className={classes.cards}>
          {EXAMPLES.map((example) => (
            <ExampleCard key={example.name} example={example} />
          ))}
        </ul>
      </div>
    </PageFrame>
  );
}
