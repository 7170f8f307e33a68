import type { FastifyInstance } from 'fastify';
import { registerActions } from '../actions/register-actions.ts';
import { registerConnectLinks } from '../connect-links/register-connect-links.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { registerDocuments } from '../documents/register-documents.ts';
import { registerAttachmentDownload } from '../downloads/register-attachment-download.ts';
import { registerResumes } from '../downloads/register-resumes.ts';
import { registerAccounts } from '../endpoints/accounts/register-accounts.ts';
import { registerLogin } from '../endpoints/accounts/register-login.ts';
import { registerProxy } from '../endpoints/accounts/register-proxy.ts';
import { registerErasures } from '../endpoints/erasure/register-erasures.ts';
import { registerLogs } from '../endpoints/logs/register-logs.ts';
import { registerCredits } from '../endpoints/register-credits.ts';
import { registerV1 } from '../v1/register-v1.ts';
import { registerHealth } from './register-health.ts';
import { registerMetrics } from './register-metrics.ts';

/** The routes of the service's core; webhooks, the sandbox's control and what is pending are registered beside it. */
export function registerRoutes(app: FastifyInstance, context: ServiceContext): void {
  registerHealth(app, context.db);
  registerMetrics(app, context);
  registerDocuments(app, context);
  registerActions(app, context);
  registerAccounts(app, context);
  registerConnectLinks(app, context);
  registerLogin(app, context);
  registerProxy(app, context);
  registerCredits(app, context);
  registerLogs(app, context);
  registerErasures(app, context);
  registerV1(app, context);
  registerAttachmentDownload(app, context);
  registerResumes(app, context);
}
