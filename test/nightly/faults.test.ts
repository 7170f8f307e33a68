import { holdsInvariants } from '../faults/holds-invariants.ts';
import { brokenAnswers } from '../faults/scenarios/answers.ts';
import { tamperedSignatures } from '../faults/scenarios/events.ts';

// Both are tested call by call in the rings, too (`v2-client/v2-client.test.ts`, `events/receive.test.ts`); nothing else does what those of `e2e/faults.test.ts` do.
holdsInvariants([brokenAnswers, tamperedSignatures]);
