import { z } from 'zod';
import { describe } from './describe.ts';
import { condition, NAME, onError } from './values.ts';

/** One kind of step as it is written. `steps` is the list of steps, for branches. */
export interface StepForm {
  readonly word: string;
  readonly title: string;
  /** The description that editors show. */
  readonly description: string;
  /** How the value behind the word is written. */
  readonly examples: readonly unknown[];
  /** The value behind the step's word. */
  readonly value: (steps: z.ZodType) => z.ZodType;
  /** The step may be written as a word alone. */
  readonly alone?: true;
  /** Keys of its own beside the common ones. */
  readonly beside?: z.ZodRawShape;
  /** When each branch is taken. */
  readonly done?: string;
  readonly otherwise?: string;
  /** The step reaches the lead, so a person may have to approve it. */
  readonly reviewable?: true;
  /** Gives the rules that Zod's types cannot express, in the words of JSON Schema. */
  readonly more?: () => Readonly<Record<string, unknown>>;
  /** The text that an editor inserts; `<2 days>` is a place to fill in, `<a|b>` one with a choice. */
  readonly snippet: string;
}

/** The mapping that a step is, with the common keys. */
export function stepMapping(form: StepForm, steps: z.ZodType): z.ZodType {
  const { word, title, description, examples } = form;
  const shape: Record<string, z.ZodType> = {
    [word]: describe(form.value(steps), description, examples),
    ...form.beside,
    id: describe(
      z.string().regex(NAME),
      'A stable name for the step. Else it is derived from its place, and changes when steps are put before it.',
      ['first-message'],
    ).optional(),
  };
  if (word !== 'if') {
    shape.if = describe(
      condition(),
      'A condition (CEL over `lead`, `vars` and `state`); when it is false, the step is skipped.',
      ['state.connected', 'lead.country == "FR" && !state.replied'],
    ).optional();
  }
  shape.on_error = onError().optional();
  for (const [key, when] of [
    ['then', form.done],
    ['else', form.otherwise],
  ] as const) {
    if (when !== undefined) shape[key] = describe(steps, `The steps that follow ${when}.`).optional();
  }
  shape.review = form.reviewable
    ? describe(z.boolean(), '`true`: a person approves the very text before it goes out.', [true]).optional()
    : describe(z.literal(false), 'This step sends nothing that could be reviewed.').optional();
  return z.strictObject(shape).meta({
    id: `${word}_step`,
    title,
    description,
    defaultSnippets: [{ label: word, description: title, bodyText: asSnippet(form.snippet) }],
    ...form.more?.(),
  });
}

/** In the syntax of the editors: `${1:2 days}`, `${1|a,b|}`. */
function asSnippet(text: string): string {
  let count = 0;
  return text.replace(/<([^>]+)>/g, (_, place: string) => {
    count += 1;
    const [dollar, inside] = ['$', place.replaceAll('}', '\\}')];
    return place.includes('|')
      ? `${dollar}{${count}|${inside.replaceAll('|', ',')}|}`
      : `${dollar}{${count}:${inside}}`;
  });
}
