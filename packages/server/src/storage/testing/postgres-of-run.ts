/**
 * One PostgreSQL for the whole run, handed to the test files as `inject("postgresUrl")`. Each test file makes databases
 * of its own in it.
 */

import type { TestProject } from "vitest/node";
import { type RunningPostgres, startPostgres } from "./postgres.ts";
import { createTemplate } from "./postgres-databases.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** URL of a PostgreSQL server, without a database's name: append one. */
		postgresUrl: string;
	}
}

let shared: Promise<RunningPostgres> | undefined;
let users = 0;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	shared ??= startWithTemplate();
	users += 1;
	const { url, stop } = await shared;
	project.provide("postgresUrl", url);
	return async () => {
		users -= 1;
		if (users === 0) await stop();
	};
}

async function startWithTemplate(): Promise<RunningPostgres> {
	const server = await startPostgres();
	await createTemplate(server.url);
	return server;
}
