// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../api/client/api-error.ts";
import "../../testing/patient-queries.ts";
import { CheckListField } from "./check-list-field.tsx";
import { Form } from "./form.tsx";

afterEach(cleanup);

const CHOICES = ["down", "degraded", "up"].map((value) => ({ value, label: value }));

function show(value: readonly string[]) {
	const chosen: (readonly string[])[] = [];
	const details = [{ path: "/events", message: "Choose at least one." }];
	const refuse = () => Promise.reject(new ApiError("Refused.", { status: 400, code: "VALIDATION_ERROR", details }));
	render(
		<Form submitLabel="Save" onSubmit={refuse}>
			<CheckListField
				label="When"
				pointer="/events"
				choices={CHOICES}
				value={value}
				onChange={(to) => chosen.push(to)}
				className=""
			/>
		</Form>,
	);
	return chosen;
}

test("choosing keeps the order of the choices", () => {
	const chosen = show(["up"]);
	fireEvent.click(screen.getByLabelText("down"));
	fireEvent.click(screen.getByLabelText("up"));
	expect(chosen).toEqual([["down", "up"], []]);
});

test("the API's message stands once, and the first choice has the focus", async () => {
	show([]);
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	expect(await screen.findAllByText("Choose at least one.")).toHaveLength(1);
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("down")));
	const about = document.activeElement?.getAttribute("aria-describedby");
	expect(document.getElementById(about ?? "")?.textContent).toBe("Choose at least one.");
});
