// @vitest-environment happy-dom
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiError, type Detail } from "../../api/client/api-error.ts";
import "../../testing/patient-queries.ts";
import { Form } from "../../ui/forms/form.tsx";
import { type AlertDraft, newAlertDraft } from "./alert-draft.ts";
import { WordsGroup } from "./words-fields.tsx";

const MESSAGE = "There is no field {{monitor}}. Did you mean {{monitor.id}}?";
let server: Server;
/** What the preview refuses. */
let refused: Detail[];

beforeEach(async () => {
	server = createServer((_, response) => {
		const error = { code: "VALIDATION_ERROR", message: "The request failed validation.", details: refused };
		response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	(globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
		`http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
	);
});
afterEach(async () => {
	cleanup();
	await new Promise((resolve) => server.close(resolve));
});

/** @param path of the template in the body of the alert */
function Subject({ path, initial }: { path: string; initial: Partial<AlertDraft> }) {
	const [draft, setDraft] = useState<AlertDraft>({ ...newAlertDraft(true), ...initial });
	const fault = new ApiError("The request failed validation.", {
		status: 400,
		code: "VALIDATION_ERROR",
		details: [{ path, message: MESSAGE }],
	});
	return (
		<QueryClientProvider client={new QueryClient()}>
			<Form submitLabel="Save" onSubmit={() => Promise.reject(fault)}>
				<WordsGroup draft={draft} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
			</Form>
		</QueryClientProvider>
	);
}

test("what is wrong with a template stands in the preview while it is typed, and once it is sent at its field", async () => {
	refused = [{ path: "/titleTemplate", message: MESSAGE }];
	render(<Subject path="/titleTemplate" initial={{ titleTemplate: "{{monitor}}" }} />);
	await screen.findByText(MESSAGE);
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	const field = screen.getByLabelText(/^Title/);
	await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
	expect(screen.getAllByText(MESSAGE).length).toBe(1);
	expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(MESSAGE);
});

test("another template's fault is not hidden by that of the first", async () => {
	refused = [{ path: "/textTemplate", message: "A {{ has no }} after it." }];
	render(<Subject path="/titleTemplate" initial={{ titleTemplate: "{{monitor}}" }} />);
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	await screen.findByText(MESSAGE);
	await screen.findByText("A {{ has no }} after it.");
});
