/**
 * Mails to the subscribers of a status page: the real service, a real mail server on loopback, an incident that is told
 * to all of them, and one kill (SIGKILL) in the middle. Prints mails a second and what was lost and repeated.
 *
 *     node --conditions=@lapwing/source bench/subscriber-mails.ts [readers]
 */

import { tellReaders } from "../packages/server/e2e/testing/subscribers/mail-scenario.ts";

const readers = Number(process.argv[2] ?? 10_000);
const told = await tellReaders({ readers, killsAt: [Math.floor(readers / 2)], withinMs: 300_000 });
const { mailsPerSecond, missing, repeated, doubled } = told;
process.stdout.write(
	`${Math.round(mailsPerSecond)} mails/s to ${readers} readers, the mail server on the same machine\n` +
		`after kill -9 at half of them: ${missing} lost, ${repeated} repeated under one Message-ID, ${doubled} under two\n`,
);
if (missing + doubled > 0) process.exitCode = 1;
