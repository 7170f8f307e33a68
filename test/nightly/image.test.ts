import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoBoxes } from '../e2e/support/box.ts';
import { buildImage, ended, type Image } from '../e2e/support/build-image.ts';

const why = whyNoBoxes();
if (why !== null) process.stderr.write(`the image is not tried: ${why}\n`);

let image: Image;
const execute = (command: string) => ended(image.execute(['sh', '-c', command]));

beforeAll(async () => {
  if (why === null) image = await buildImage();
}, 600_000);
afterAll(() => image?.dispose());

describe.skipIf(why !== null)('the image, from the steps of its Dockerfile', () => {
  it('starts as the command itself, and shows how it is used', async () => {
    const { code, output } = await ended(image.start());
    expect(output).toContain('Usage: overture');
    expect(code).toBe(0);
  });

  it('runs as a user who owns its home and nothing else', async () => {
    const { out } = await execute('id -u; touch /app/x /etc/x; touch /var/lib/overture/home/x && echo written');
    expect(out).toBe('10001\nwritten\n');
  });

  it('holds what runs and what it reads, and neither tests nor what only builds', async () => {
    const { code, output } = await execute('overture validate /app/sequences && overture lint /app/sequences');
    expect(output).toContain('/app/sequences/founder-outreach.yaml: ok');
    expect(code).toBe(0);
    const { out } = await execute('ls /app; ls /app/node_modules');
    expect(out.split('\n')).toEqual(expect.arrayContaining(['LICENSE', 'dist', 'fastify', 'limits']));
    for (const name of ['test', 'typescript', 'vitest', 'tsconfig.json']) expect(out.split('\n')).not.toContain(name);
  });
});
