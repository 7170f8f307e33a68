import { CodedError } from '../../../shared/kit/coded-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** From one number to the next; pure, small, and never changed once a release has it. */
export type Migration = (given: Fields) => Fields;

/** How one input got its present shape: the n-th entry leads from number n to n + 1. What carries no number is of number 0. */
export interface Chain {
  readonly input: string;
  readonly migrations: readonly Migration[];
}

export const schemaOf = ({ migrations }: Chain): number => migrations.length;

/** Thrown where the data was written by a worker that is newer than this one. */
class NewerSchema extends CodedError {
  constructor({ input, migrations }: Chain, schema: number) {
    super('NEWER_SCHEMA', `this ${input} has schema ${schema}, and this worker knows ${migrations.length} at most`, {
      fix: 'Let workers of the newer version run: the task is tried again until one of them has it.',
    });
  }
}

/**
 * Brings the input into its present shape, whichever version wrote it. One from the future is an error that fails the
 * workflow's task, never the workflow: Temporal offers the task again until a newer worker takes it.
 */
export function upToDate(chain: Chain, given: object): Fields {
  const schema = 'schema' in given && typeof given.schema === 'number' ? given.schema : 0;
  if (schema > schemaOf(chain)) throw new NewerSchema(chain, schema);
  const migrated = chain.migrations.slice(schema).reduce<Fields>((fields, migrate) => migrate(fields), { ...given });
  return { ...migrated, schema: schemaOf(chain) };
}

/** As it is written today. */
export const stamped = <Input extends object>(chain: Chain, input: Input): Input & { readonly schema: number } => ({
  ...input,
  schema: schemaOf(chain),
});
