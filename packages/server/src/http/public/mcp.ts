/**
 * /mcp: the tools for language models, over MCP's streamable HTTP. Stateless: each request has its key, which stands in
 * Authorization, for no page of a browser is to act for whoever is signed in.
 */

import { Client } from "@lapwing/client";
import { authenticate } from "../access/authentication.ts";
import { refuseCrossOrigin } from "../access/same-origin.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { OpenCall, OpenEndpoint } from "../kernel/serve.ts";

/** A call of a tool; the largest holds a configuration as text. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Serves a request of a tool within this process, as one that `address` sent. */
type Ask = (request: Request, address: string) => Promise<Response>;

export function mcpEndpoint(ask: Ask): OpenEndpoint {
	return { spec: { document: null }, handle: (call) => handle(call, ask) };
}

async function handle(call: OpenCall, ask: Ask): Promise<Response | Refusal> {
	const { services, client: sender, url, method } = call;
	const crossOrigin = refuseCrossOrigin(call, services.publicUrl);
	if (crossOrigin) return crossOrigin;
	if (call.header("authorization") === undefined) {
		return new Refusal("UNAUTHORIZED", "Send an API key as Authorization: Bearer <key>.", {
			headers: { "www-authenticate": "Bearer" },
		});
	}
	const asker = await authenticate(services, call, { teamInQuery: false });
	if (asker instanceof Refusal) return asker;
	const body = await call.readBody(MAX_BODY_BYTES);
	if (body instanceof Refusal) return body;
	if (body.size > MAX_BODY_BYTES) {
		return new Refusal("VALIDATION_ERROR", `The body has ${body.size} bytes; ${MAX_BODY_BYTES} are allowed.`);
	}
	const key = call.header("authorization")?.replace(/^bearer +/i, "") ?? "";
	const client = new Client({ baseUrl: url.origin, key, retry: false, fetch: (sent) => ask(sent, sender.address) });
	const origin = services.publicUrl ?? sender.origin;
	const { scopes } = asker.principal;
	// Loaded with the first call of a tool: 20 MB that most services never need.
	const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
		import("@modelcontextprotocol/server"),
		import("../../mcp/server.ts"),
	]);
	const handler = createMcpHandler(() => mcpServer({ client, origin }, scopes), { responseMode: "json" });
	try {
		const headers = Object.fromEntries(HEADERS.map((name) => [name, call.header(name)]).filter(([, value]) => value));
		const hasBody = method !== "GET" && method !== "HEAD";
		const request = new Request(url, { method, headers, ...(hasBody && { body: new Uint8Array(body.bytes) }) });
		const answer = await handler.fetch(request);
		const sent = new Response(answer.body, answer);
		for (const [name, value] of Object.entries(call.answerHeaders)) sent.headers.set(name, value);
		return sent;
	} finally {
		await handler.close();
	}
}

/** What the protocol reads of a request. */
const HEADERS = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];
