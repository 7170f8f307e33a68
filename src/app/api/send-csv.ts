import { pipeline, Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface CsvFile {
  /** Absent: it is shown, not saved. */
  readonly name?: string;
  /** Absent: each row is a list of cells, and the first one names them. */
  readonly columns?: NonNullable<Options['columns']>;
  /** Each cell guarded (`guardCell`). */
  readonly rows: AsyncIterable<Readonly<Record<string, string>> | readonly string[]>;
}

/** A file of any size, written while its rows are read. What fails on the way breaks it off: whoever reads it sees that it is not whole. */
export function sendCsv(request: FastifyRequest, reply: FastifyReply, { name, columns, rows }: CsvFile): FastifyReply {
  // `pipe` would leave an error of the rows without a listener, which ends the process.
  const file = pipeline(
    Readable.from(rows, { objectMode: true }),
    stringify({ bom: true, ...(columns && { header: true, columns }) }),
    (err) => err && request.log.warn({ err }, 'a CSV file was broken off'),
  );
  if (name !== undefined) reply.header('Content-Disposition', `attachment; filename="${name}"`);
  return reply.type('text/csv; charset=utf-8').send(file);
}
