/** `lapwing mcp`: the tools for language models over standard input and output. */

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { isScope } from "../domain/access/scopes.ts";
import { mcpServer } from "../mcp/server.ts";
import { apiCommand, baseUrl, connect, dataOf } from "./api/connection.ts";
import { printAside } from "./command.ts";

export function mcp() {
	return apiCommand("mcp", "Serve the tools for language models (MCP) over standard input and output.")
		.addHelpText(
			"after",
			"\nA client starts this command itself; for one that speaks HTTP, the address is LAPWING_URL/mcp. Tools that change" +
				"\nsomething are offered only when the key may.",
		)
		.action(async () => {
			const client = connect();
			// Before the first message: a wrong key is told where people see it.
			const { scopes } = dataOf(await client.get("/api/v1/team"));
			const origin = new URL(baseUrl()).origin;
			const ended = Promise.withResolvers<void>();
			process.stdin.once("end", () => ended.resolve());
			serveStdio(() => mcpServer({ client, origin }, scopes.filter(isScope)), {
				onerror: (error) => printAside(`lapwing mcp: ${error.message}`),
			});
			await ended.promise;
		});
}
