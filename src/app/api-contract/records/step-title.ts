import { text } from '../fields.ts';

/** Beside the id of a step: how people read of it. */
export const stepTitle = text.describe(
  'What the step does, in a few words that no other step of its version has: `Message (2 of 3)`.',
);
