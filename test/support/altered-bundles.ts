const WALK = /\(\) ?=> ?(\(0,[\w$]+\.walkEnrollment\)\(host, ?start, ?begun\))/;
const SDK = /\(0,([\w$]+)\.patched\)\(change\)/;

/** Workflow code as a later build may have it: each enrollment rests for a moment before its walk. */
export interface AlteredBundles {
  /** Behind `patched()`: those that began before go on as they were. */
  readonly patched: string;
  /** Without: histories of before do not replay. */
  readonly unguarded: string;
}

export function alterBundle(code: string): AlteredBundles {
  const [, sdk] = SDK.exec(code) ?? [];
  if (sdk === undefined || !WALK.test(code)) throw new Error('the bundle no longer has the text that is to be altered');
  const resting = (condition: string) =>
    code.replace(WALK, (_, walk) => `async () => { if (${condition}) await (0,${sdk}.sleep)(1); return ${walk}; }`);
  return { patched: resting(`(0,${sdk}.patched)('rest-before-the-walk')`), unguarded: resting('true') };
}
