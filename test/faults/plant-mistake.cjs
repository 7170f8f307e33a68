// Read before a role: what it loads has a mistake in it, or reads other workflow code. In JavaScript as Node runs it, since the roles know no TypeScript.
const { Module } = require('node:module');

const { OVERTURE_FAULTS_MISTAKE: mistake, OVERTURE_FAULTS_BUNDLE: bundle } = process.env;
const changes = [
  ...(mistake ? [JSON.parse(mistake)] : []),
  ...(bundle ? [{ find: '(BUILT, "utf8")', put: `(${JSON.stringify(bundle)}, "utf8")` }] : []),
];
const compile = Module.prototype._compile;
Module.prototype._compile = function compileWithMistake(content, ...rest) {
  const changed = changes.reduce((code, { find, put }) => code.replaceAll(find, () => put), content);
  return compile.call(this, changed, ...rest);
};
