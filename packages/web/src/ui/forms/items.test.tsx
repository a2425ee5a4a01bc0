// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { TextField } from "./field.tsx";
import { ItemList } from "./item-list.tsx";
import { type Identified, identified } from "./items.ts";

afterEach(cleanup);

interface Fruit extends Identified {
	readonly name: string;
}

function Subject({ names }: { names: readonly string[] }) {
	const [fruits, setFruits] = useState<readonly Fruit[]>(() => names.map((name) => identified({ name })));
	return (
		<ItemList
			value={fruits}
			pointer="/fruits"
			onChange={setFruits}
			noun="fruit"
			max={3}
			newItem={() => identified({ name: "" })}
		>
			{(fruit, _, change) => <TextField label="Name" value={fruit.name} onChange={(name) => change({ name })} />}
		</ItemList>
	);
}

const names = () => screen.queryAllByLabelText("Name").map((field) => (field as HTMLInputElement).value);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("an added item gets the focus, and the limit ends the adding", () => {
	render(<Subject names={["apple", "pear"]} />);
	press("Add a fruit");
	expect(document.activeElement).toBe(screen.getAllByLabelText("Name")[2]);
	expect(screen.queryByRole("button", { name: "Add a fruit" })).toBeNull();
});

test("after a removal the next item's button has the focus, and after the last one the adding", () => {
	render(<Subject names={["apple", "pear", "plum"]} />);
	press("Remove fruit 2");
	expect(names()).toEqual(["apple", "plum"]);
	expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove fruit 2" }));
	press("Remove fruit 2");
	expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove fruit 1" }));
	press("Remove fruit 1");
	expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a fruit" }));
});

test("a change is one of its item alone", () => {
	render(<Subject names={["apple", "pear"]} />);
	fireEvent.change(screen.getAllByLabelText("Name")[1] as HTMLElement, { target: { value: "quince" } });
	expect(names()).toEqual(["apple", "quince"]);
});
