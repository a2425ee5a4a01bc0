// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../api/client/api-error.ts";
import "../../testing/patient-queries.ts";
import { DialogClose } from "../dialog/dialog-close.ts";
import { FieldGroup, SelectField, TextField } from "./field.tsx";
import { Form } from "./form.tsx";

afterEach(cleanup);

function refusal(...details: { path: string; message: string }[]): ApiError {
	return new ApiError("The request failed validation.", { status: 400, code: "VALIDATION_ERROR", details });
}

function Subject({ onSubmit, other }: { onSubmit: () => Promise<void>; other?: { fault: unknown } }) {
	const [name, setName] = useState("");
	return (
		<Form submitLabel="Save" onSubmit={onSubmit} {...(other && { other })}>
			<TextField label="Name" pointer="/name" value={name} onChange={setName} />
			<TextField label="Recipients" pointer="/channel/to" hint="Separated by commas." value="" onChange={() => {}} />
		</Form>
	);
}

const submit = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

test("a message of the API is shown at its field, which gets the focus", async () => {
	render(
		<Subject onSubmit={() => Promise.reject(refusal({ path: "/name", message: "Must have 1–255 characters." }))} />,
	);
	submit();
	await screen.findByText("Must have 1–255 characters.");
	const field = screen.getByLabelText("Name");
	expect(field.getAttribute("aria-invalid")).toBe("true");
	expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
		"Must have 1–255 characters.",
	);
	expect(document.activeElement).toBe(field);
	expect(screen.queryByRole("alert")).toBeNull();
});

test("a message about a part of a value is shown at the field of the whole value, instead of its hint", async () => {
	render(
		<Subject onSubmit={() => Promise.reject(refusal({ path: "/channel/to/1", message: "Is not an address." }))} />,
	);
	submit();
	await screen.findByText("Is not an address.");
	expect(screen.getByLabelText("Recipients").getAttribute("aria-invalid")).toBe("true");
	expect(screen.queryByText("Separated by commas.")).toBeNull();
});

test("a message goes away once its field is changed, and another one stays", async () => {
	const details = [
		{ path: "/name", message: "Too long." },
		{ path: "/channel/to", message: "Is not an address." },
	];
	render(<Subject onSubmit={() => Promise.reject(refusal(...details))} />);
	submit();
	await screen.findByText("Too long.");
	fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Short" } });
	expect(screen.queryByText("Too long.")).toBeNull();
	expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBeNull();
	expect(screen.getByText("Is not an address.")).toBeTruthy();
});

test("a choice mends the messages of the fields beside it, which mean what it says", async () => {
	const details = [
		{ path: "/domain", message: "This is an address." },
		{ path: "/name", message: "Too long." },
	];
	render(
		<Form submitLabel="Save" onSubmit={() => Promise.reject(refusal(...details))}>
			<FieldGroup title="What is watched">
				<TextField label="Domain" pointer="/domain" value="192.0.2.1" onChange={() => {}} />
				<SelectField
					label="Record type"
					value="A"
					options={["A", "PTR"].map((value) => ({ value, label: value }))}
					onChange={() => {}}
				/>
			</FieldGroup>
			<FieldGroup title="Name and tags">
				<TextField label="Name" pointer="/name" value="" onChange={() => {}} />
			</FieldGroup>
		</Form>,
	);
	submit();
	await screen.findByText("This is an address.");
	fireEvent.change(screen.getByLabelText("Record type"), { target: { value: "PTR" } });
	expect(screen.queryByText("This is an address.")).toBeNull();
	expect(screen.getByText("Too long.")).toBeTruthy();
});

test("a message without a field is shown above the buttons, with its pointer", async () => {
	const fault = refusal({ path: "/name", message: "Too long." }, { path: "/dailyCap", message: "Too many." });
	render(<Subject onSubmit={() => Promise.reject(fault)} />);
	submit();
	expect((await screen.findByRole("alert")).textContent).toBe("/dailyCap Too many.");
});

test("a fault without details is shown with its message", async () => {
	render(
		<Subject
			onSubmit={() => Promise.reject(new ApiError("The last owner can't leave.", { status: 409, code: "LAST_OWNER" }))}
		/>,
	);
	submit();
	expect((await screen.findByRole("alert")).textContent).toBe("The last owner can't leave.");
});

test("a second click during a request sends nothing", async () => {
	let sent = 0;
	let finish = () => {};
	const wait = new Promise<void>((resolve) => {
		finish = resolve;
	});
	render(
		<Subject
			onSubmit={() => {
				sent++;
				return wait;
			}}
		/>,
	);
	submit();
	await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBe("true"));
	submit();
	finish();
	await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBeNull());
	expect(sent).toBe(1);
});

test("what came of another request with the same body takes the place of what was refused before", async () => {
	const refuses = () => Promise.reject(refusal({ path: "/name", message: "Too long." }));
	const { rerender } = render(<Subject onSubmit={refuses} other={{ fault: null }} />);
	submit();
	await screen.findByText("Too long.");
	rerender(<Subject onSubmit={refuses} other={{ fault: null }} />);
	expect(screen.queryByText("Too long.")).toBeNull();
	rerender(<Subject onSubmit={refuses} other={{ fault: refusal({ path: "/name", message: "Too short." }) }} />);
	await screen.findByText("Too short.");
});

test("what another request was refused for is gone once the form is sent", async () => {
	const other = { fault: refusal({ path: "/name", message: "Too short." }) };
	render(<Subject onSubmit={() => new Promise(() => {})} other={other} />);
	await screen.findByText("Too short.");
	submit();
	await waitFor(() => expect(screen.queryByText("Too short.")).toBeNull());
});

test("a form in a dialog can be left at its end, one on a page has no dialog to leave", () => {
	let closed = 0;
	const { rerender } = render(
		<DialogClose value={() => closed++}>
			<Subject onSubmit={() => Promise.resolve()} />
		</DialogClose>,
	);
	fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
	expect(closed).toBe(1);
	rerender(<Subject onSubmit={() => Promise.resolve()} />);
	expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});
