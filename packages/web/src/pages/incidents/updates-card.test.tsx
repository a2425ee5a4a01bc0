// @vitest-environment happy-dom
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Incident } from "../../api/incidents.ts";
import "../../testing/patient-queries.ts";
import { UpdatesCard } from "./updates-card.tsx";

let server: Server;
/** Of the posted update, which is answered when the test says so. */
let posting: PromiseWithResolvers<ServerResponse>;

beforeEach(async () => {
	posting = Promise.withResolvers();
	server = createServer((incoming, response) => {
		response.setHeader("content-type", "application/json");
		if (incoming.method === "POST") posting.resolve(response);
		else response.end(JSON.stringify({ data: { templates: [] }, meta: { pagination: { next: null } } }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	(globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
		`http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
	);
	// A draft notifies nobody, so no subscribers are counted.
	const incident = { id: "inc_1", status: "investigating", isDraft: true, components: [], updates: [] };
	render(
		<QueryClientProvider client={new QueryClient()}>
			<UpdatesCard incident={incident as unknown as Incident} canWrite />
		</QueryClientProvider>,
	);
	write("A disk is full.");
	choose("identified");
	fireEvent.click(button());
});
afterEach(async () => {
	cleanup();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const message = () => screen.getByLabelText<HTMLTextAreaElement>("Message");
const status = () => screen.getByLabelText<HTMLSelectElement>("Status");
const button = () => screen.getByRole("button", { name: "Post the update" });
const write = (value: string) => fireEvent.change(message(), { target: { value } });
const choose = (value: string) => fireEvent.change(status(), { target: { value } });

async function posted() {
	const response = await posting.promise;
	expect(button().getAttribute("aria-busy")).toBe("true");
	response.writeHead(201).end(JSON.stringify({ data: {} }));
	await expect.poll(() => button().getAttribute("aria-busy")).toBeNull();
}

test("the form is empty after an update was posted, and its field keeps the focus", async () => {
	const field = message();
	field.focus();
	await posted();
	await expect.poll(() => [message().value, status().value]).toEqual(["", "investigating"]);
	expect(document.activeElement).toBe(field);
});

test("the next update that is begun while one is posted stays", async () => {
	write("It is being replaced.");
	await posted();
	expect([message().value, status().value]).toEqual(["It is being replaced.", "identified"]);
});

test("a text that was posted does not stay because of a status that is chosen meanwhile", async () => {
	choose("monitoring");
	await posted();
	await expect.poll(() => [message().value, status().value]).toEqual(["", "monitoring"]);
});
