import type { FastifyInstance } from 'fastify';
import { renderTemplate } from '../../../language/expression/render-template.ts';
import { templateScope } from '../../../language/expression/template-scope.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import { readDeclaredVars, withDefaults } from '../../../language/plan/declared-value.ts';
import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import { labelsOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { AccountRow } from '../../../runtime/store/accounts/account.ts';
import { listAccounts } from '../../../runtime/store/accounts/find-account.ts';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { readLead } from '../../../runtime/store/leads/read-lead.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import { readEmail } from '../../../shared/identity/email-address.ts';
import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { own } from '../../../shared/kit/own.ts';
import { trimEndOf } from '../../../shared/kit/trim-end-of.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { BodyOf } from '../../api-contract/operation.ts';
import type { ApiDeps } from '../context.ts';
import { invalidField, notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';

type Asked = BodyOf<OperationNamed<'sendTest'>>;

/**
 * A text of a sequence goes to the mailbox that sends it, and to nobody else: the address is that of the account, never one of the step (`to`,
 * `cc`, `bcc`, `reply_to`) or of the person for whom it is rendered.
 */
export function addSendTestRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'sendTest', async ({ params: { name }, query: { dry_run }, body: asked }) => {
    const version = await readSequenceVersion(deps.db, name, asked.version ?? null);
    if (version === null) throw notFound('sequence', name);
    const { account, to } = await ownMailbox(deps, asked.account_id);
    const mail = rendered(version.plan, asked, await valuesOf(deps, version.plan, asked), account);
    const answer = { sequence: name, version: version.version, node: asked.node, account_id: account.id, to, ...mail };
    if (dry_run) return { ...answer, sent: false };
    if (deps.sendToSelf === undefined) throw new Problem(503, 'not_sent', 'This engine has no V2 service to send by.');
    // Before it goes, for no transaction reaches into a mailbox: no test goes without its line.
    await recordChange(deps.db, {
      did: `asked for a test mail of “${titleOfStep(version.plan, asked.node)}” of ${name}, version ${version.version}, to the mailbox ${account.id} itself`,
      target: { kind: 'sequence', id: name },
      ...(asked.lead_id === undefined ? {} : { lead_id: asked.lead_id }),
    });
    const outcome = await deps.sendToSelf(account.id, { to, ...mail, key: newId('tst') });
    if (outcome.kind !== 'success') {
      const why = outcome.kind === 'refused' ? outcome.message : outcome.reason;
      throw new Problem(
        502,
        'not_sent',
        `The test mail to ${to} was not sent, or nobody can tell: ${trimEndOf(why, '.')}.`,
      );
    }
    return { ...answer, sent: true };
  });
}

async function ownMailbox({ db }: ApiDeps, id: string | undefined): Promise<{ account: AccountRow; to: string }> {
  const mailboxes = (await listAccounts(db)).filter(
    ({ platform, status }) => platform === 'email' && status === 'connected',
  );
  const fitting = id === undefined ? mailboxes : mailboxes.filter((one) => one.id === id);
  const [account] = fitting;
  if (account === undefined) {
    const what = id === undefined ? 'No mailbox is connected' : `${id} is not a connected mailbox`;
    throw new Problem(409, 'no_mailbox', `${what}; GET /api/accounts lists them.`);
  }
  if (fitting.length > 1) {
    const known = fitting.map((one) => `${one.id} (${one.email ?? one.name})`).join(', ');
    throw new Problem(409, 'several_mailboxes', `Name the mailbox by account_id: ${known}.`);
  }
  const read = readEmail(account.email ?? '');
  if (!read.ok) throw new Problem(409, 'no_mailbox', `The address of ${account.name} is not known.`);
  const { address, key } = read.value;
  // Whoever is in a sequence under this address is a person, whoever else reads it.
  const { rowCount } = await db.query(`select from identities where kind = 'email' and value = $1`, [key]);
  if (rowCount !== 0) {
    throw new Problem(409, 'address_of_a_lead', `${address} is the address of a lead, who would get the test.`);
  }
  return { account, to: mailboxKey(address) };
}

interface Values {
  readonly lead: Readonly<Record<string, unknown>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly job: Readonly<Record<string, unknown>> | null;
}

async function valuesOf({ db }: ApiDeps, plan: Plan, { lead_id, lead = {}, vars = {} }: Asked): Promise<Values> {
  const { wrong } = readDeclaredVars(plan.vars, vars);
  if (wrong.length > 0) throw invalidField('vars', wrong.join('; ').replaceAll('lead.vars.', ''));
  const given = Object.fromEntries(Object.entries(lead).filter(([, value]) => value !== undefined));
  const job = isRecord(vars.job) ? vars.job : null;
  if (lead_id === undefined) return { lead: given, vars: withDefaults(plan.vars, vars), job };
  const row = await readLead(db, lead_id);
  if (row === null) throw notFound('person', lead_id);
  const known = Object.fromEntries(LEAD_FIELDS.map((field) => [field, row[field]]));
  return { lead: { ...known, ...given }, vars: withDefaults(plan.vars, { ...row.vars, ...vars }), job };
}

interface Mail {
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
}

function rendered(plan: Plan, { node: id }: Asked, values: Values, { name, email }: AccountRow): Mail {
  const node = own(plan.nodes, id);
  const texts = node && labelsOf(node.kind).texts?.(node);
  if (node === undefined || texts === undefined || !(texts.text || texts.html || texts.subject)) {
    const known = Object.values(plan.nodes).flatMap((one) => (hasText(one) ? [one.id] : []));
    const message = `The step ${id} has no text. Steps with one: ${known.join(', ') || 'none'}.`;
    throw new Problem(422, 'no_text', message, { errors: [{ field: 'node', message }] });
  }
  const scope = templateScope({ ...values, sender: { name, email } });
  const fill = (template: string | undefined, as: 'text' | 'html' | 'line'): string | null => {
    if (template === undefined) return null;
    const filled = renderTemplate(template, scope, { as });
    if (filled.ok) return filled.value;
    const { missing, message } = filled.error;
    const problem = missing === undefined ? message : `There is no value for "${missing}": give it in lead or vars.`;
    throw new Problem(422, 'missing_variable', problem, {
      errors: [{ field: missing === undefined ? 'node' : `lead.${missing}`, message: problem }],
    });
  };
  const subject = fill(texts.subject, 'line');
  const [text, html] = [fill(texts.text, 'text'), fill(texts.html, 'html')];
  return {
    subject: `[Test] ${subject ?? `${plan.sequence}, step ${id}`}`,
    text: text ?? (html === null ? '' : null),
    html,
  };
}

const hasText = (node: Plan['nodes'][string]): boolean => {
  const texts = labelsOf(node.kind).texts?.(node);
  return Boolean(texts?.text || texts?.html || texts?.subject);
};
