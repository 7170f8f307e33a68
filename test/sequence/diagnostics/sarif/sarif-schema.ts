import { z } from 'zod';

const message = z.strictObject({ text: z.string().min(1), markdown: z.string().optional() });
const location = z.strictObject({
  uri: z.string().regex(/^[A-Za-z0-9._~!$&'()*+,;=:@%/-]+$/),
  uriBaseId: z.string(),
  index: z.int().min(0).optional(),
});
const line = z.int().min(1);
const region = z.strictObject({ startLine: line, startColumn: line, endLine: line.optional(), endColumn: line });

/** The part of SARIF 2.1.0 (OASIS) that is written here; strict, so that no invented member passes. */
export const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string(),
            version: z.string(),
            rules: z.array(
              z.strictObject({
                id: z.string(),
                shortDescription: message,
                fullDescription: message,
                help: message,
                helpUri: z.url(),
                defaultConfiguration: z.strictObject({ level: z.enum(['none', 'note', 'warning', 'error']) }),
              }),
            ),
          }),
        }),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
        originalUriBaseIds: z.record(z.string(), z.strictObject({ description: message })),
        artifacts: z.array(z.strictObject({ location, sourceLanguage: z.string() })),
        results: z.array(
          z.strictObject({
            ruleId: z.string(),
            ruleIndex: z.int().min(0),
            level: z.enum(['none', 'note', 'warning', 'error']),
            message,
            locations: z
              .array(z.strictObject({ physicalLocation: z.strictObject({ artifactLocation: location, region }) }))
              .length(1),
            fixes: z
              .array(
                z.strictObject({
                  description: message,
                  artifactChanges: z
                    .array(
                      z.strictObject({
                        artifactLocation: location,
                        replacements: z
                          .array(
                            z.strictObject({
                              deletedRegion: region,
                              insertedContent: z.strictObject({ text: z.string() }),
                            }),
                          )
                          .min(1),
                      }),
                    )
                    .min(1),
                }),
              )
              .optional(),
          }),
        ),
      }),
    )
    .length(1),
});
