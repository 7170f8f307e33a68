/** Says where the people come from, as it was asked for. */
export function sourceInWords(source: Readonly<Record<string, unknown>>): string {
  if ('candidates' in source) {
    const { job_id, ratings, include_rejected } = partOf(source.candidates);
    const rated = Array.isArray(ratings) ? ratings.map((rating) => `${rating}`.toLowerCase().replaceAll('_', ' ')) : [];
    const of = rated.length === 0 ? '' : ` rated ${rated.join(', ')}`;
    return `The candidates of the job ${job_id}${of}${include_rejected === true ? ', the rejected ones too' : ''}.`;
  }
  if ('search' in source) {
    const { account_id: _, count, follow: __, ...filters } = partOf(source.search);
    const said = Object.entries(filters).map(
      ([name, value]) => `${name.replaceAll('_', ' ')} ${[value].flat().join(', ')}`,
    );
    return `A people search of at most ${count}: ${said.join('; ')}.`;
  }
  if ('csv' in source) return 'A file.';
  return 'People who were handed in.';
}

const partOf = (part: unknown): Readonly<Record<string, unknown>> => Object(part);
