import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { Client } from '../api-client/create-client.ts';

export interface ResourceDeps {
  readonly call: Client['call'];
  /** The folder in which `docs` and `sequences` are. */
  readonly package_root: string;
}

interface Page {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly type: 'text/markdown' | 'application/schema+json';
}

const page = (file: string, title: string, about: string): Page => ({
  ...{ file: `docs/${file}`, title, about },
  type: file.endsWith('.md') ? 'text/markdown' : 'application/schema+json',
});

const PAGES: Readonly<Record<string, Page>> = {
  'overture://docs/sequence-language': page(
    'sequence-language.md',
    'The sequence language',
    'Every key, step, text and condition. Read it before writing a sequence.',
  ),
  'overture://docs/sequence-tests': page('sequence-tests.md', 'Tests of sequences', 'How to write them.'),
  'overture://docs/simulating': page('simulating.md', 'Simulating', 'What the numbers of a simulation mean.'),
  'overture://docs/importing-people': page('importing-people.md', 'Importing people', 'The sources of a campaign.'),
  'overture://docs/counts': page('counts.md', 'What the numbers count', 'Of campaigns, funnels and statistics.'),
  'overture://docs/agents': page('agents.md', 'Overture for agents', 'How tools, tokens and texts of people work.'),
  'overture://schema/sequence': page('sequence.schema.json', 'JSON Schema of sequences', 'What editors check.'),
  'overture://schema/sequence-test': page('sequence-test.schema.json', 'JSON Schema of tests', 'What editors check.'),
};

const EXAMPLE = /^overture:\/\/examples\/([\w-]+)$/;
const DIAGNOSTIC = /^overture:\/\/diagnostics\/((SEQ|TST)\d{3})$/;
const SEQUENCE = /^overture:\/\/sequences\/([^/]+)$/;

/** Read from the current version of each. */
const listed = z.object({ items: z.array(z.object({ name: z.string(), description: z.string().nullable() })) });
const version = z.object({ source: z.string() });
const MOST_LISTED = 200;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'overture://sequences/{name}',
    name: 'A published sequence',
    description: 'The YAML of its current version.',
    mimeType: 'text/yaml',
  },
  {
    uriTemplate: 'overture://diagnostics/{code}',
    name: 'A diagnostic',
    description: 'What a code such as SEQ022 means, with an example that is wrong and one that is right.',
    mimeType: 'text/markdown',
  },
];

export async function listResources(deps: ResourceDeps) {
  const pages = Object.entries(PAGES).map(([uri, { title, about, type }]) => ({
    ...{ uri, name: title, description: about, mimeType: type },
  }));
  const examples = (await readdir(join(deps.package_root, 'sequences')))
    .filter((file) => /^[\w-]+\.yaml$/.test(file))
    .map((file) => file.replace(/\.yaml$/, ''))
    .map((name) => ({ uri: `overture://examples/${name}`, name: `Example: ${name}`, mimeType: 'text/yaml' }));
  return [...pages, ...examples, ...(await listPublished(deps))];
}

/** The pages can be read where no engine runs. */
async function listPublished({ call }: ResourceDeps) {
  const found = await call('listSequences', { query: { limit: MOST_LISTED } }).catch((error: unknown) => {
    if (error instanceof CodedError) return { items: [] };
    throw error;
  });
  return listed.parse(found).items.map(({ name, description }) => ({
    uri: `overture://sequences/${encodeURIComponent(name)}`,
    ...{ name: `Sequence: ${name}`, mimeType: 'text/yaml' },
    ...(description === null ? {} : { description }),
  }));
}

/** Null: there is no such resource. */
export async function readResource(
  deps: ResourceDeps,
  uri: string,
): Promise<{ text: string; mimeType: string } | null> {
  const known = PAGES[uri];
  if (known !== undefined) return fileOf(deps, known.file, known.type);
  const [, diagnostic, kind] = DIAGNOSTIC.exec(uri) ?? [];
  if (diagnostic !== undefined) {
    const folder = kind === 'SEQ' ? 'diagnostics' : 'test-diagnostics';
    return fileOf(deps, `docs/${folder}/${diagnostic}.md`, 'text/markdown');
  }
  const [, example] = EXAMPLE.exec(uri) ?? [];
  if (example !== undefined) return fileOf(deps, `sequences/${example}.yaml`, 'text/yaml');
  const [, sequence] = SEQUENCE.exec(uri) ?? [];
  if (sequence === undefined) return null;
  const found = await deps.call('getSequence', { params: { name: decodeURIComponent(sequence) } });
  return { text: version.parse(found).source, mimeType: 'text/yaml' };
}

async function fileOf({ package_root }: ResourceDeps, file: string, mimeType: string) {
  const text = await readFile(join(package_root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : { text, mimeType };
}
