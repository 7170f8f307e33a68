import { Ajv, type ValidateFunction } from 'ajv';
import { sequenceJsonSchema } from '../../../src/language/sequence/schema/json-schema.ts';

/** Draft 7 and strict: a keyword that no validator knows would be a spelling mistake, but for what editors read. */
export function compileJsonSchema(schema: object): ValidateFunction {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: false });
  ajv.addVocabulary(['markdownDescription', 'defaultSnippets']);
  return ajv.compile(schema);
}

export const validateSequence = compileJsonSchema(sequenceJsonSchema());
