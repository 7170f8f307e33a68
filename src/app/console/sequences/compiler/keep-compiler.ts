import { type Compiler, startCompiler } from './compiler.ts';

/** Gives one compiler to all who ask: started for the first of them, and anew where it could not be loaded. */
export function keepCompiler(): () => Compiler {
  let kept: Compiler | undefined;
  return () => {
    if (kept === undefined || kept.hasEnded) kept = startCompiler();
    return kept;
  };
}
