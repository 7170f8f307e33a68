import { ServiceError } from '../http/service-error.ts';

/** A valid call of something that this version of the service does not do yet. */
export function notImplemented(what: string): ServiceError {
  return new ServiceError('INTERNAL_ERROR', `${what} is not implemented in this version of the service`, {
    status: 501,
  });
}
