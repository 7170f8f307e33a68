import { Fragment } from 'react';
import { Time } from './time.tsx';

/** As `toISOString` writes it. */
const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** A text of the engine, whose instants are told as every other time of the page. */
export const WithTimes = ({ text }: { readonly text: string }) =>
  text.split(INSTANT).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
    <Fragment key={place}>{place % 2 === 1 ? <Time at={part} /> : part}</Fragment>
  ));
