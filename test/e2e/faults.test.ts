import { holdsInvariants } from '../faults/holds-invariants.ts';
import { killWorkers } from '../faults/scenarios/kill-workers.ts';
import { loseCommits } from '../faults/scenarios/postgres.ts';

holdsInvariants([killWorkers, loseCommits]);
