import { MINUTE } from '../../../shared/kit/duration.ts';

/** No transaction lasts so long: an effect that is not executed by then was not committed, or the answer to its commit was lost. */
const NOT_COMMITTED_AFTER = 10 * MINUTE;

/** The effects that this process has begun and not ended: nobody else is to find out how they ended. */
export interface EffectsUnderWay {
  /** Has their ids. */
  readonly active: ReadonlyMap<string, unknown>;
  /** The effect is noted in a transaction. Where that is never committed, or nobody learns that it was, nothing else follows. */
  begin(id: string): void;
  /** The note is committed, and this process carries the effect out until `end`. */
  execute(id: string): void;
  end(id: string): void;
}

export function createEffectsUnderWay(): EffectsUnderWay {
  const active = new Map<string, NodeJS.Timeout | null>();
  return {
    active,
    begin(id) {
      const forget = () => active.delete(id);
      active.set(id, setTimeout(forget, NOT_COMMITTED_AFTER).unref());
    },
    execute(id) {
      clearTimeout(active.get(id) ?? undefined);
      active.set(id, null);
    },
    end(id) {
      active.delete(id);
    },
  };
}
