// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../api/client/api-error.ts";
import { aMonitor } from "../../testing/a-monitor.ts";
import "../../testing/patient-queries.ts";
import { bodyOf, createBodyOf, type Draft, draftOf, newDraft } from "./draft.ts";
import { MonitorForm } from "./monitor-form.tsx";
import { MONITOR_TYPES } from "./types.ts";

afterEach(cleanup);

/** Opens the form; answers what it sends, refusing it with `details` when there are some. */
function open(initial: Draft, isNew: boolean, details: { path: string; message: string }[] = []) {
	const sent: Record<string, unknown>[] = [];
	async function save(draft: Draft) {
		sent.push(isNew ? createBodyOf(draft) : bodyOf(draft));
		if (details.length > 0) {
			throw new ApiError("The request failed validation.", { status: 400, code: "VALIDATION_ERROR", details });
		}
	}
	render(<MonitorForm initial={initial} {...(!isNew && { monitorId: "mon_1" })} onSave={save} onCancel={() => {}} />);
	return sent;
}

const press = (name: string | RegExp, inside = screen.getByRole("form")) =>
	fireEvent.click(within(inside).getByRole("button", { name }));
const type = (label: string, value: string, at = 0) =>
	fireEvent.change(screen.getAllByLabelText(label)[at] as HTMLElement, { target: { value } });
const submit = async (sent: unknown[], name = "Create monitor") => {
	press(name);
	await waitFor(() => expect(sent.length).toBeGreaterThan(0));
};

test("an http monitor gets a secret header and a sign-in from under More", async () => {
	const sent = open(newDraft("https://example.com"), true);
	expect(screen.getByText("More").closest("details")?.open).toBe(false);
	press("Add a header");
	type("Header", "X-Api-Key");
	type("Value", "s3cret");
	fireEvent.click(screen.getByLabelText("Secret"));
	fireEvent.change(screen.getByLabelText("Sign-in"), { target: { value: "bearer" } });
	type("Token", "t0ken");
	await submit(sent);
	expect(sent[0]?.["request"]).toEqual({
		headers: [{ name: "X-Api-Key", value: "s3cret", secret: true }],
		auth: { type: "bearer", token: "t0ken" },
		body: null,
	});
});

test.each(Object.keys(MONITOR_TYPES))(
	"a %s monitor is asked for no location hint, and keeps the one it has",
	(type) => {
		open(newDraft("", type), true);
		expect(screen.getByRole("form").querySelector("[data-pointer='/locationHint']")).toBeNull();
		expect(bodyOf(newDraft("", type))).not.toHaveProperty("locationHint");
	},
);

test("a stored secret that is left alone is sent as null, and so is one that was typed and emptied", async () => {
	const request = {
		headers: [{ name: "X-Api-Key", value: null, secret: true }],
		body: null,
		auth: { type: "bearer", token: null },
	};
	const monitor = aMonitor({ url: "https://example.com/", method: "GET", expectedStatus: 200, request });
	const sent = open(draftOf(monitor, []), false);
	const field = screen.getByLabelText("Value") as HTMLInputElement;
	expect([field.value, field.placeholder]).toEqual(["", "unchanged"]);
	type("Token", "x");
	type("Token", "");
	await submit(sent, "Save");
	expect(sent[0]?.["request"]).toEqual(request);
	// A header that is secret no longer needs its value: the form does not know it.
	fireEvent.click(screen.getByLabelText("Secret"));
	press("Save");
	await waitFor(() => expect(sent).toHaveLength(2));
	expect(sent[1]?.["request"]).toMatchObject({ headers: [{ name: "X-Api-Key", value: "" }] });
});

test("a refusal of something under More unfolds it and focuses the field", async () => {
	const path = "/request/headers/0/value";
	const sent = open(newDraft("https://example.com"), true, [{ path, message: "Printable ASCII." }]);
	press("Add a header");
	await submit(sent);
	await screen.findByText("Printable ASCII.");
	expect(screen.getByText("More").closest("details")?.open).toBe(true);
	expect(document.activeElement).toBe(screen.getByLabelText("Value"));
	expect(screen.queryByRole("alert")).toBeNull();
});

const FLOW = {
	steps: [
		{
			name: "Sign in",
			method: "POST",
			url: "https://example.com/session",
			headers: [{ name: "Content-Type", value: "application/json" }],
			body: '{"password":"{{password}}"}',
			auth: null,
			expect: ["200", "201"],
			contentChecks: [{ type: "header", name: "Age", operator: "less_than", expected: 60, caseSensitive: false }],
			save: [{ name: "token", from: "json", value: "$.token" }],
		},
		{
			name: "Account",
			method: "GET",
			url: "https://example.com/account",
			headers: [],
			body: null,
			auth: { type: "bearer", token: null },
			expect: ["2xx"],
			contentChecks: [],
			save: [],
		},
		{
			name: "Sign out",
			method: "DELETE",
			url: "https://example.com/session",
			headers: [],
			body: null,
			auth: null,
			expect: ["204"],
			contentChecks: [{ type: "contains", value: "bye", caseSensitive: true }],
			save: [],
		},
	],
	variables: [{ name: "password", value: null, secret: true }],
};
const flowDraft = () => draftOf(aMonitor({ type: "flow", ...FLOW }), []);
const stepNames = () => screen.getAllByLabelText("Name of the step").map((field) => (field as HTMLInputElement).value);

test("a flow that is saved without a change keeps its steps, its checks, its variables and its secrets", async () => {
	const sent = open(flowDraft(), false);
	await submit(sent, "Save");
	expect(sent[0]).toMatchObject(FLOW);
});

test("a flow is made of steps, a variable, a saved value and a check of a step", async () => {
	const sent = open(newDraft("", "flow"), true);
	type("Name of the step", "Sign in");
	fireEvent.change(screen.getByLabelText("Method"), { target: { value: "POST" } });
	type("Address", "https://example.com/session");
	type("Body", "user={{user}}");
	press("Add a saved value");
	type("Save as", "token");
	type("JSONPath", "$.token");
	press("Add a step");
	expect(document.activeElement).toBe(screen.getAllByLabelText("Name of the step")[1]);
	type("Address", "https://example.com/account", 1);
	expect(screen.getByText("{{token}}")).toBeTruthy();
	fireEvent.click(screen.getAllByRole("button", { name: "Add a content check" })[1] as HTMLElement);
	type("Text", "Welcome");
	press("Add a variable");
	type("Variable", "user");
	type("Value", "monitor");
	await submit(sent);
	expect(sent[0]).toMatchObject({
		type: "flow",
		name: "example.com, 2 steps",
		steps: [
			{
				name: "Sign in",
				method: "POST",
				body: "user={{user}}",
				expect: ["2xx"],
				save: [{ name: "token", from: "json", value: "$.token" }],
			},
			{ name: "Step 2", method: "GET", body: null, contentChecks: [{ type: "contains", value: "Welcome" }] },
		],
		variables: [{ name: "user", value: "monitor" }],
	});
});

test("steps are moved and removed by buttons, which keep the focus; the new place is announced", () => {
	open(flowDraft(), false);
	press("Move step 1 down");
	expect(stepNames()).toEqual(["Account", "Sign in", "Sign out"]);
	expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move step 2 down" }));
	expect(screen.getByText("Sign in is step 2 of 3 now.")).toBeTruthy();
	press("Move step 2 down");
	expect(stepNames()).toEqual(["Account", "Sign out", "Sign in"]);
	// At the end the other button has it: the pressed one is disabled.
	expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move step 3 up" }));
	press("Remove step 1");
	expect(stepNames()).toEqual(["Sign out", "Sign in"]);
	expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove step 1" }));
	press("Remove step 1");
	expect((screen.getByRole("button", { name: "Remove step 1" }) as HTMLButtonElement).disabled).toBe(true);
});

test.each([
	["/steps/1/url", "Address", 1],
	["/steps/2/expect/0", "Expected status", 2],
	["/steps/0/save/0/value", "JSONPath", 0],
	["/steps/0/contentChecks/0/name", "Header", 0],
	["/steps/1/auth/token", "Token", 0],
	["/variables/0/name", "Variable", 0],
] as const)("an error at %s is shown in the right step, which is unfolded", async (path, label, at) => {
	const sent = open(flowDraft(), false, [{ path, message: "This is wrong." }]);
	await submit(sent, "Save");
	await screen.findByText("This is wrong.");
	const field = screen.getAllByLabelText(label)[at];
	expect(field?.getAttribute("aria-invalid")).toBe("true");
	for (let part = field?.closest("details"); part; part = part.parentElement?.closest("details")) {
		expect(part.open).toBe(true);
	}
	expect(screen.queryByRole("alert")).toBeNull();
});
