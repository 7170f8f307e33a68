// All workflows of a worker share one context of V8, and each has globals of its own in it: its clock, its timers, what the SDK keeps of it.

/**
 * Runs in that context, in place of the SDK's function of this name, and calls into a workflow with its globals in force. The SDK reads and compares all seventy globals whenever another workflow has
 * its turn, each through an interceptor of Node: 95 µs, of which a walk has eight. This looks at all of them when a workflow gives up its first turn, or has added one, and else at those in which any workflow was
 * seen to differ: 20 µs. A global that was there before may be replaced in a workflow's first turn only, as the SDK does; our code replaces none.
 */
function shareGlobals() {
  const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors } = Object;
  const { deleteProperty, get, ownKeys } = Reflect;
  /** Keys of globals in which some workflow was seen to differ from the context as it was made. */
  const differing = new Set();
  /** The globals of each workflow that has had a turn, where they differ. */
  const kept = new WeakMap();
  /** The SDK's holder of the workflow whose globals are in force; its `bag` is the context as it was made. */
  let current;

  const leave = (holder) => {
    const { length } = ownKeys(globalThis);
    let own = kept.get(holder);
    if (own?.length !== length) {
      own = { length, globals: new Map() };
      kept.set(holder, own);
      const all = getOwnPropertyDescriptors(globalThis);
      for (const key of [...ownKeys(all), ...ownKeys(holder.bag)])
        if (holder.bag[key]?.value !== all[key]?.value) differing.add(key);
    }
    for (const key of differing) own.globals.set(key, getOwnPropertyDescriptor(globalThis, key));
  };

  const enter = (holder) => {
    const own = kept.get(holder)?.globals;
    for (const key of differing) {
      const property = own?.has(key) ? own.get(key) : holder.bag[key];
      if (property === undefined) deleteProperty(globalThis, key);
      else if (property.value !== get(globalThis, key)) defineProperty(globalThis, key, property);
    }
  };

  const __TEMPORAL_CALL_INTO_SCOPE = () => {
    const [holder, fn, args] = globalThis.__temporal_args;
    delete globalThis.__temporal_args;
    if (current !== holder) {
      if (current !== undefined) leave(current);
      enter(holder);
      current = holder;
    }
    return globalThis.__TEMPORAL__.api[fn](...args);
  };
  defineProperty(globalThis, '__TEMPORAL_CALL_INTO_SCOPE', {
    value: __TEMPORAL_CALL_INTO_SCOPE,
    writable: false,
    enumerable: false,
    configurable: false,
  });
}

/** Begins the SDK's own code in whose place the function runs. */
const OF_SDK = 'const __TEMPORAL_CALL_INTO_SCOPE = () => {';

/** Returns what is to run in place of a code of the SDK's: mostly that code. */
const inPlaceOf = (code) => (typeof code === 'string' && code.includes(OF_SDK) ? `(${shareGlobals})()` : code);

module.exports = { inPlaceOf };
