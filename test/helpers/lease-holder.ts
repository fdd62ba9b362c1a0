/** A process that takes the lease of the session named on its command line, says so, and lives on. */
import {acquireLease} from '../../source/harness/session/lease.ts';

const [, , file = ''] = process.argv;
process.stdout.write(`${acquireLease(file).kind}\n`);
setInterval(() => {}, 1000);
