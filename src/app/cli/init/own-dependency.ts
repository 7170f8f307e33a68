import { packageManifest } from '../package-manifest.ts';
import { type PackedPackage, packOurselves } from './pack-ourselves.ts';

/** How a folder of somebody's own gets Overture: a line of its package.json, and the file that it names, where it names one. */
export interface OwnDependency {
  readonly name: string;
  readonly spec: string;
  readonly file: PackedPackage | null;
}

/**
 * As long as no registry has this package, nothing that we write may ask one for its name: whoever takes the name would be installed. The
 * folder gets a copy then. `given` is what npm is to install instead.
 */
export function ownDependency(given: string | undefined): OwnDependency {
  const { name, version, private: unpublished } = packageManifest();
  if (given !== undefined) return { name, spec: given, file: null };
  if (!unpublished) return { name, spec: version, file: null };
  const file = packOurselves();
  return { name, spec: `file:${file.file}`, file };
}

/** The package.json of a new folder. */
export const manifestWith = ({ name, spec }: OwnDependency): string =>
  `${JSON.stringify(
    {
      private: true,
      scripts: { validate: 'overture validate sequences', test: 'overture test sequences' },
      devDependencies: { [name]: spec },
    },
    null,
    2,
  )}\n`;
