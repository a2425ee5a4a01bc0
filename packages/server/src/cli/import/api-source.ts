/** How the importers of APIs reach them: the key from the environment, and a client that says when it waits. */

import { printAside } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { ApiClient } from "./api-client.ts";

/** The key, which does not stand on the command line, where other users of the machine see it. */
export function keyOf(title: string, variable: string, environment: NodeJS.ProcessEnv): string {
	const key = environment[variable]?.trim() ?? "";
	if (key === "") throw new UsageError(`Set ${variable} to an API key of ${title}.`);
	return key;
}

export function readerOf(options: ConstructorParameters<typeof ApiClient>[0]): ApiClient {
	return new ApiClient({
		...options,
		onPause: (seconds) => printAside(`${options.title} asks for a pause of ${seconds} s …`),
	});
}
