import type { Payload, PayloadCodec } from '@temporalio/common';

/** A value that is there already or will be. */
type Soon<T> = T | Promise<T>;

/**
 * Encodes and decodes one payload, at once wherever it need not ask anybody: a promise for each payload, codec and message costs the worker more than what
 * it stands for.
 */
export interface SoonCodec {
  encode(payload: Payload): Payload;
  decode(payload: Payload): Soon<Payload>;
}

/** Makes one of several: encodes first to last, and decodes last to first. */
export function inTurn(codecs: readonly SoonCodec[]): SoonCodec {
  const backwards = codecs.toReversed();
  return {
    encode: (payload) => codecs.reduce((coded, codec) => codec.encode(coded), payload),
    decode: (payload) =>
      backwards.reduce<Soon<Payload>>(
        (coded, codec) => (coded instanceof Promise ? coded.then((one) => codec.decode(one)) : codec.decode(coded)),
        payload,
      ),
  };
}

/** Makes what the SDK takes. */
export const asCodec = (soon: SoonCodec): PayloadCodec => ({
  async encode(payloads) {
    return payloads.map(soon.encode);
  },
  async decode(payloads) {
    return Promise.all(payloads.map(soon.decode));
  },
});
