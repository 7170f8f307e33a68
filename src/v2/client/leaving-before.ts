import { Dispatcher } from 'undici';
import type { Carrier } from './exchange.ts';

/** Proof that nothing was sent. */
export class TooLateToLeave extends Error {
  readonly code = 'TOO_LATE_TO_LEAVE';
}

/**
 * Carries a request only if its first byte leaves before `at` (wall time). Asked when the connection is there and the bytes are
 * about to be written: a process that was frozen anywhere before that, and is continued later, writes nothing.
 */
export function leavingBefore(carrier: Carrier, at: number): Carrier {
  // What stands in for connections in a test has no moment between, unless it says so.
  if (!(carrier instanceof Dispatcher)) return carrier.leavingBefore?.(at) ?? carrier;
  return carrier.compose((dispatch) => (options, handler) => dispatch(options, guarded(handler, at)));
}

function guarded(handler: Dispatcher.DispatchHandler, at: number): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      if (Date.now() > at) controller.abort(new TooLateToLeave('the call was held up before it was sent'));
      else handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
    onResponseStart: (...given) => handler.onResponseStart?.(...given),
    onResponseData: (...given) => handler.onResponseData?.(...given),
    onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
    onResponseError: (...given) => handler.onResponseError?.(...given),
  };
}
