// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../api/client/api-error.ts";
import { ChannelChoice } from "../../pages/alerts/channels/channel-choice.tsx";
import { HoursFields } from "../../pages/alerts/hours-fields.tsx";
import { ScopesField } from "../../pages/settings/scopes-field.tsx";
import { NameInput } from "../../pages/status-pages/name-input.tsx";
import "../../testing/patient-queries.ts";
import { Form } from "./form.tsx";

afterEach(cleanup);

const MESSAGE = "Must not be empty: name at least one.";
const ignore = () => {};
const HOURS = { timeZone: "UTC", spans: [{ days: [], from: "08:00", to: "18:00" }], outside: "hold" as const };

test.each<[path: string, focused: string, group: ReactNode]>([
	["/hours/spans/0/days", "Mon", <HoursFields key="hours" value={HOURS} onChange={ignore} />],
	["/channel/type", "Find a channel", <ChannelChoice key="channel" value="" sendsMail onChange={ignore} />],
	["/scopes", "read monitors", <ScopesField key="scopes" offered={["monitors:read"]} value={[]} onChange={ignore} />],
	[
		"/sections/0/name",
		"Name",
		<NameInput key="name" label="Name" pointer="/sections/0/name" value="" onChange={ignore} />,
	],
])("why %s is wrong is read with the control that gets the focus", async (path, focused, group) => {
	const fault = new ApiError("Refused.", {
		status: 400,
		code: "VALIDATION_ERROR",
		details: [{ path, message: MESSAGE }],
	});
	render(
		<Form submitLabel="Save" onSubmit={() => Promise.reject(fault)}>
			{group}
		</Form>,
	);
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(focused)));
	const about = document.activeElement?.getAttribute("aria-describedby") ?? "";
	expect(document.getElementById(about)?.textContent).toBe(MESSAGE);
});
