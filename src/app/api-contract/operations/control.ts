import { z } from 'zod';
import { controlOperation } from '../control-operation.ts';
import { note } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { controlJob, controlJobProgress, hold, pauseChange, pausePreview } from '../records/control.ts';

const controls = <const Path extends `/${string}`>(path: Path, summary: string) =>
  controlOperation(path, summary, {
    accounts: 'own',
    answers: { 200: z.union([pauseChange, pausePreview]) },
    problems: { 404: ['unknown_account'], 409: ['stopped'] },
    example: { params: { id: 'acc_1' }, body: { note: 'on holiday' } },
  });

/** Whoever sees that something goes wrong may hold or stop all. Nobody does it by a mistaken address: it has to be said in words. */
const everything = <const Path extends `/${string}`>(path: Path, summary: string, does: string) => {
  const { body_optional: _, ...operation } = controlOperation(path, summary, {
    role: 'operator',
    answers: { 200: z.union([pauseChange, pausePreview]) },
    problems: { 409: ['stopped'] },
    example: { query: { dry_run: true }, body: { confirm: 'everything' } },
  });
  const confirm = z.literal('everything', { error: `say {"confirm": "everything"}: this ${does}` });
  return { ...operation, body: z.strictObject({ confirm, note: note.optional() }) };
};

export const CONTROL_OPERATIONS = operations({
  pauseEverything: everything('/api/pause', 'Pause everything', 'pauses every enrollment'),
  resumeEverything: everything('/api/resume', 'Resume everything', 'lets every enrollment go on'),
  stopEverything: everything(
    '/api/stop',
    'Stop everything: ends every enrollment that runs',
    'ends every enrollment that runs',
  ),
  pauseAccount: controls('/api/accounts/{id}/pause', 'Pause all that goes out from an account'),
  resumeAccount: controls('/api/accounts/{id}/resume', 'Resume an account, and end what puts it off for a while'),
  stopAccount: controls('/api/accounts/{id}/stop', 'End all that goes out from an account'),
  listHolds: {
    method: 'GET',
    path: '/api/holds',
    tag: 'control',
    scope: 'read',
    accounts: 'own',
    summary: 'What is paused or stopped, and why',
    query: listQuery(hold, ['scope', '-scope']),
    answers: { 200: listOf(hold) },
  },
  listControlJobs: {
    method: 'GET',
    path: '/api/control',
    tag: 'control',
    scope: 'read',
    accounts: 'own',
    summary: 'What was asked of many, newest first',
    query: listQuery(controlJob, ['-created_at', 'created_at']),
    answers: { 200: listOf(controlJob) },
  },
  getControlJob: {
    method: 'GET',
    path: '/api/control/{id}',
    tag: 'control',
    scope: 'read',
    accounts: 'own',
    summary: 'How far something is that was asked of many',
    answers: { 200: controlJobProgress },
    problems: { 404: ['unknown_control_job'] },
  },
});
