import { describe, expect, it } from 'vitest';
import { sequenceJsonSchema } from '../../../src/language/sequence/schema/json-schema.ts';

describe('the schema of the steps', () => {
  it('describes every key, with an example wherever the key has a value of its own', () => {
    const bare: string[] = [];
    visit(sequenceJsonSchema(), '', bare);
    expect(bare).toEqual([]);
  });
});

/** Keys of all mappings; `then` and `else` have a list of steps, for which the steps are the example. */
function visit(schema: unknown, at: string, bare: string[]): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, member] of Object.entries(schema)) {
    if (key === 'if' || key === 'examples' || key === 'allOf' || key === 'anyOf' || key === 'oneOf') {
      if (key === 'anyOf') for (const one of [member].flat()) visit(one, `${at}/${key}`, bare);
      continue;
    }
    if (key === 'properties' && typeof member === 'object' && member !== null) {
      for (const [name, property] of Object.entries(member as Record<string, Record<string, unknown>>)) {
        const isBranch = name === 'then' || name === 'else' || property.const === false || name === 'steps';
        if (property.const === 'messenger') continue;
        if (!property.description || (!isBranch && !Array.isArray(property.examples))) bare.push(`${at}/${name}`);
      }
    }
    visit(member, `${at}/${key}`, bare);
  }
}
