import fc from 'fast-check';
import { IS_NIGHT } from './rounds.ts';

/**
 * Sets what fast-check draws. By day it is always the same, so that a run says of a change what it said of the one before;
 * another every night, which finds what nobody has thought of. A failure prints its seed.
 */
if (!IS_NIGHT) fc.configureGlobal({ seed: 20_261_127 });
