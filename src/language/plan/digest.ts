import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import type { Plan } from './plan.ts';

/** The plan digest: `sha256:` + 64 hexadecimal digits over the plan's canonical JSON. */
export function planDigest(plan: Plan): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(plan))))}`;
}
