/**
 * SQL: the account of a row of `tasks`. It is that of the call that the task is about (a call in doubt has its intent, a review its call, an answer
 * its account); else the only one of the enrollment.
 */
export const TASK_SENDER = `coalesce(
    tasks.request #>> '{request,account_id}',
    (select i.account_id from intents i where i.key = tasks.enrollment_id || '/' || tasks.node || '/' || tasks.visit),
    (select w.account_id from answers w where w.id = tasks.answer_id),
    (select min(s.value) from enrollments e, jsonb_each_text(e.senders) as s where e.id = tasks.enrollment_id having count(*) = 1))`;

/** The one that it is about: of a mail that is unclear, the one that received it. Null: it is about a person in a sequence that sends from several. */
export const TASK_ACCOUNT = `coalesce((select v.account_id from events v where v.event_id = tasks.event_id), ${TASK_SENDER})`;
