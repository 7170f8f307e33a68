/** Reads whole numbers of so many bytes that stand one after the other, of which Postgres writes the first byte first. */
export function numbersIn(bytes: Buffer | null, size: 2 | 4 | 8): Float64Array {
  const numbers = new Float64Array((bytes?.length ?? 0) / size);
  if (bytes === null) return numbers;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let n = 0, at = 0; n < numbers.length; n++, at += size) {
    if (size === 8) numbers[n] = view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
    else numbers[n] = size === 4 ? view.getInt32(at) : view.getInt16(at);
  }
  return numbers;
}

/** The time from which Postgres counts microseconds. */
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);

/** Epoch milliseconds of so many microseconds of Postgres. */
export const millisecondsOf = (time: number): number => POSTGRES_EPOCH + Math.round(time / 1000);

/** Reads times as epoch milliseconds. */
export function timesIn(bytes: Buffer | null): Float64Array {
  const times = numbersIn(bytes, 8);
  for (let n = 0; n < times.length; n++) times[n] = millisecondsOf(times[n] ?? 0);
  return times;
}

export function floatsIn(bytes: Buffer | null): Float64Array {
  const numbers = new Float64Array((bytes?.length ?? 0) / 8);
  for (let n = 0; n < numbers.length; n++) numbers[n] = bytes?.readDoubleBE(8 * n) ?? 0;
  return numbers;
}

/** SQL: bytes of one after the other, in the order in which they are found; none of those for whom they are null. */
export const packed = (bytes: string, order = ''): string => `string_agg(${bytes}, ''::bytea${order})`;
