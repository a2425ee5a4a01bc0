/** How the commands that work over the API reach it: LAPWING_URL and LAPWING_API_KEY. */

import { type ApiError, Client, type ClientOptions } from "@lapwing/client";
import { isFailure, type Result } from "@lapwing/result";
import type { Command } from "commander";
import { command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

/** Where a service on this machine listens unless PORT says otherwise. */
const DEFAULT_URL = "http://127.0.0.1:7070";

/** For the help of commands that ask a service. */
export const WHERE_IT_IS = `
Environment:
  LAPWING_URL      where Lapwing is [${DEFAULT_URL}]
  LAPWING_API_KEY  an API key of the team; \`lapwing keys create\` makes one`;

/** A command over the API; its help names the two variables. */
export function apiCommand(name: string, description: string): Command {
	return command(name, description).addHelpText("after", WHERE_IT_IS);
}

/** Where Lapwing is, as it was given. */
export function baseUrl(environment: Readonly<Record<string, string | undefined>> = process.env): string {
	return environment["LAPWING_URL"]?.trim() || DEFAULT_URL;
}

export function connect(
	environment: Readonly<Record<string, string | undefined>> = process.env,
	options: Pick<ClientOptions, "timeoutMs" | "retry"> = {},
): Client {
	const key = environment["LAPWING_API_KEY"]?.trim() ?? "";
	const url = baseUrl(environment);
	if (key === "") {
		throw new UsageError(
			"Set LAPWING_API_KEY to an API key of the team. On the machine of the service, " +
				"`lapwing keys create --team TEAM --name NAME --scope all` makes one.",
		);
	}
	if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
		throw new UsageError(`LAPWING_URL must be an http or https URL such as ${DEFAULT_URL}: ${url}`);
	}
	return new Client({ baseUrl: new URL(url).origin, key, ...options });
}

/**
 * The data of an answer; a refusal becomes a message that says what to do.
 *
 * @param unknown the message when the API does not know what an argument names
 */
export function dataOf<T>(answer: Result<T, ApiError>, unknown?: string): T {
	if (!isFailure(answer)) return answer.data;
	if (unknown !== undefined && answer.error.code === "NOT_FOUND") throw new UsageError(unknown);
	throw inWords(answer.error);
}

/** What the user can mend is a UsageError, which has no stack and the exit code 2. */
function inWords(error: ApiError): Error {
	const where = baseUrl();
	switch (error.code) {
		case "NO_ANSWER":
		case "TIMED_OUT":
			return new Error(`No answer from ${where}. Does Lapwing run there? LAPWING_URL says where it is.`, {
				cause: error.cause,
			});
		case "UNAUTHORIZED":
			return new UsageError(`${error.message} The key is that of LAPWING_API_KEY, the service that of ${where}.`);
		case "UNEXPECTED_ANSWER":
			return new Error(`${where} answered, but not as Lapwing does. LAPWING_URL says where Lapwing is.`);
		default: {
			const details = error.details.map(({ path, message }) => `\n  ${path === "" ? "" : `${path}: `}${message}`);
			return new UsageError(`${error.message}${details.join("")}`);
		}
	}
}
