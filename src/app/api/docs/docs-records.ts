import type { ShownSchema } from '../../../shared/html/docs-parts.ts';
import type { OpenApiDocument } from '../../api-contract/openapi/create-openapi-document.ts';

/** The anchor of a record on the page. */
export const anchorOf = (record: string): string => `record-${record}`;

/** The record that a schema refers to, or the schema itself. */
export function recordOr(document: OpenApiDocument, schema: ShownSchema): ShownSchema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}
