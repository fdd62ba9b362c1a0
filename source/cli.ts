#!/usr/bin/env node
import module from 'node:module';

process.env.NODE_ENV = 'production';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
	process.stderr.write(`bough needs Node.js 22.19 or newer; this is ${process.version}.\n`);
	process.exit(2);
}

module.enableCompileCache?.();
// The bundle stands beside this file; it is not part of it, so that the cache is on before it is read.
const main = './main.js';
const {main: run} = await import(main);
process.exitCode = await run(process.argv.slice(2));
// Whatever still waits, such as a socket that is kept alive or a pipe that nobody closes, is no reason to stay.
process.stdout.write('', () => process.exit());
