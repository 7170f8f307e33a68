import { z } from 'zod';

/** A key as editors show it: what it means, and how it is written. Words of the language stand in backticks. */
export function describe<T extends z.ZodType>(schema: T, description: string, examples: readonly unknown[] = []): T {
  return schema.meta({ description, ...(examples.length > 0 ? { examples: [...examples] } : {}) });
}

/** The keys of a mapping, for the checks, so that checks and schema cannot know different ones. */
export function keysOf<T extends z.ZodRawShape>(schema: z.ZodObject<T>): readonly (keyof T & string)[] {
  return Object.keys(schema.shape);
}

/** One, or a list of them. */
export const oneOrMore = <T extends z.ZodType>(item: T, least = 0): z.ZodUnion<[T, z.ZodArray<T>]> =>
  z.union([item, least > 0 ? z.array(item).min(least) : z.array(item)]);
