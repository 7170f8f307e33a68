/** Places are sorted by so many values of a digit at once. */
const RADIX = 2 ** 16;

/**
 * The places of people in the order of their times, and in that of their ids where these are the same. Digit by digit, which takes hundreds of thousands of them a tenth of the time that
 * comparing two and two does.
 */
export const inOrder = (times: Float64Array, ids: Float64Array): Uint32Array =>
  sortBy(times, sortBy(ids, Uint32Array.from(times.keys())));

/** Sorts places by whole numbers; those that have the same stay in their order. */
function sortBy(keys: Float64Array, given: Uint32Array): Uint32Array {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let n = 0; n < keys.length; n++) {
    const key = keys[n] ?? 0;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  let order = given;
  let rest = keys.map((key) => key - least);
  for (let left = most - least; left >= 1; left = Math.floor(left / RADIX)) {
    const digits = Uint16Array.from(rest);
    order = sortByDigit(digits, order);
    rest = rest.map((key) => Math.floor(key / RADIX));
  }
  return order;
}

function sortByDigit(digits: Uint16Array, order: Uint32Array): Uint32Array {
  const next = new Uint32Array(RADIX + 1);
  for (let n = 0; n < digits.length; n++) {
    const after = (digits[n] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let digit = 1; digit <= RADIX; digit++) next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0);
  const sorted = new Uint32Array(order.length);
  for (let n = 0; n < order.length; n++) {
    const place = order[n] ?? 0;
    const digit = digits[place] ?? 0;
    const at = next[digit] ?? 0;
    sorted[at] = place;
    next[digit] = at + 1;
  }
  return sorted;
}
