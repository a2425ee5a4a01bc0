// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ScopesField } from "./scopes-field.tsx";

afterEach(cleanup);

const OFFERED = ["monitors:read", "monitors:write", "reports:read", "status-pages:read", "audit:read", "team:write"];

function Subject() {
	const [scopes, setScopes] = useState<readonly string[]>([]);
	return (
		<>
			<ScopesField offered={OFFERED} value={scopes} onChange={setScopes} />
			<output>{scopes.join(" ")}</output>
		</>
	);
}

const chosen = () => screen.getByRole("status").textContent?.split(" ").filter(Boolean);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a subject is a row, with a box for each of its rights that the reader has", () => {
	render(<Subject />);
	const rows = screen.getAllByRole("row").slice(1);
	expect(rows.map((row) => [row.querySelector("th")?.textContent, row.querySelectorAll("input").length])).toEqual([
		["Monitors", 2],
		["Reports", 1],
		["Status pages", 1],
		["Audit", 1],
		["Team", 1],
	]);
	fireEvent.click(screen.getByLabelText("write monitors"));
	fireEvent.click(screen.getByLabelText("read monitors"));
	expect(chosen()).toEqual(["monitors:read", "monitors:write"]);
	fireEvent.click(screen.getByLabelText("write monitors"));
	expect(chosen()).toEqual(["monitors:read"]);
});

test.each([
	["Read only", ["monitors:read", "reports:read", "status-pages:read", "audit:read"]],
	["Full", OFFERED],
	["Reports", ["monitors:read", "reports:read", "status-pages:read"]],
])("the preset %s chooses %j", (name, scopes) => {
	render(<Subject />);
	press(name);
	expect(chosen()).toEqual(scopes);
	expect(screen.getByRole("button", { name }).getAttribute("aria-pressed")).toBe("true");
});
