// A whole V2 service in a process of its own, to be killed: `watching-process.ts <database url> <bootstrap key>`.
import { createV2Service } from '../../../../src/v2/service/service.ts';
import { v2ServiceOptions } from '../../../support/v2-service-options.ts';

const [database_url = '', bootstrap_key = ''] = process.argv.slice(2);
const service = await createV2Service(v2ServiceOptions({ database_url, bootstrap_key }));
process.send?.(await service.listen(0));
