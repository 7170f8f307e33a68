// Read before a role: what it loads has a mistake in it. In JavaScript as Node runs it, since the roles know no TypeScript.
const { Module } = require('node:module');

const { find, put } = JSON.parse(process.env.OVERTURE_FAULTS_MISTAKE);
const compile = Module.prototype._compile;
Module.prototype._compile = function compileWithMistake(content, ...rest) {
  return compile.call(this, content.replaceAll(find, put), ...rest);
};
