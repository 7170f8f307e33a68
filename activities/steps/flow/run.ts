import type { RunNode } from '../../../src/language/plan/nodes/run.ts';
import { addLine } from '../../../src/runtime/store/timeline/add-line.ts';
import { uncapitalized } from '../../../src/shared/kit/first-letter.ts';
import type { StepDeps } from '../../deps.ts';
import { failWithin } from '../../fail-within.ts';
import { leadFields, type StepContext } from '../../look/context.ts';
import { endEnrollment } from '../../snapshot/end-enrollment.ts';
import { lineOf } from '../../wording.ts';
import { failed, type Prepared } from '../prepared.ts';
import type { OwnStep } from '../step.ts';

export const runStep: OwnStep<RunNode> = { prepare: prepareRun };

/**
 * Continues with the person in another sequence: this enrollment ends and the new one is there in one commit. Asked
 * again after a crash, the stop flags say that it has ended.
 */
async function prepareRun(deps: StepDeps, context: StepContext, { sequence }: RunNode): Promise<Prepared> {
  const { enrollment, identities, lead } = context;
  const next = await deps.continueIn(sequence, {
    enrollment_id: enrollment.id,
    campaign_id: enrollment.campaign_id,
    fields: leadFields(lead),
    identities,
    senders: enrollment.senders,
    vars: enrollment.vars,
  });
  if (next.kind === 'refused') return failed(next.code.toUpperCase(), lower(next.message));
  return {
    is: 'own_tables',
    lock: next.lock,
    async work(tx) {
      const enrolled = await next.enroll(tx);
      if (enrolled.kind === 'refused') {
        return failWithin(deps, tx, context, enrolled.code.toUpperCase(), lower(enrolled.message));
      }
      const { id, version } = enrolled.enrollment;
      const at = new Date(deps.clock.now());
      const detail = { enrollment_id: id };
      const title = `Continues in ${sequence}, version ${version}`;
      await addLine(tx, { ...lineOf(context, at), type: 'run', title, detail });
      await addLine(tx, {
        enrollment_id: id,
        at,
        node: null,
        type: 'continues',
        title: `Continues from ${enrollment.sequence}`,
        detail: { enrollment_id: enrollment.id },
      });
      const { node, visit } = context.request;
      await endEnrollment(deps, tx, { enrollment_id: enrollment.id, node, visit, outcome: 'continued' });
      return { status: 'stopped', outcome: 'continued' };
    },
  };
}

const lower = (text: string): string => uncapitalized(text).replace(/\.$/, '');
