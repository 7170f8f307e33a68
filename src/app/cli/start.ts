#!/usr/bin/env node
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { keepCompiled } from './keep-compiled.ts';

// What the built command begins with, by itself: only what is loaded after it can be had compiled. A command has a file of its own, since
// each compiles other functions of the same modules.
const [, , command = ''] = process.argv;
const folder = fileURLToPath(new URL('compiled', import.meta.url));
keepCompiled(folder, /^[a-z][a-z0-9-]{1,19}$/.test(command) ? command : 'others');
createRequire(import.meta.url)('./command.js');
