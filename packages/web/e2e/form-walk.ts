/**
 * Finds out by itself what a form asks for. A control stands in an element with `data-pointer`, the JSON Pointer of its
 * member of the body; one that the API refuses when it is left empty is `required`; an example of its value is its
 * placeholder. Choices, checkboxes and the buttons that add an item may show further controls.
 */

import type { Locator, Page, Response } from "playwright-core";

/** Stands for a value whose field shows no example, such as a password. */
const ANY_TEXT = "monitor";
/** Past: an incident that is over has begun. */
const ANY_DATE = "2025-05-01T03:00";

interface Control {
	/** Its place among the controls of the form. */
	readonly place: number;
	/** What it asks for: the same in every item of a list. */
	readonly asks: string;
	readonly kind: "typed" | "date" | "choice" | "check";
	readonly isRadio: boolean;
	readonly isNumber: boolean;
	readonly isRequired: boolean;
	readonly value: string;
	readonly placeholder: string;
	readonly min: string;
	readonly options: readonly string[];
}

/**
 * Without lists of monitors and their search (chooseMonitor), without files, which are saved on their own, and without
 * the choice of a type, whose forms are walked one by one.
 */
const CONTROLS =
	"input:not([inputmode=search], [name=type], [type=file], [readonly], [aria-label=Monitors] *), [data-pointer] select:not([name=type]), textarea";

export async function controlsOf(form: Locator): Promise<readonly Control[]> {
	return form.evaluate(async (form, selector) => {
		// What is folded may be made when it is unfolded.
		const folded = [...form.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
		const unfolded = folded.map((part) => {
			const { promise, resolve } = Promise.withResolvers<void>();
			part.addEventListener("toggle", () => requestAnimationFrame(() => resolve()), { once: true });
			part.open = true;
			return promise;
		});
		await Promise.all(unfolded);
		return [...form.querySelectorAll<HTMLInputElement>(selector)].map((control, place) => {
			const { type, value, required, placeholder = "", min = "" } = control;
			const isTicked = type === "checkbox" || type === "radio";
			const pointer = control.closest("[data-pointer]")?.getAttribute("data-pointer") ?? "";
			const label = control.labels?.[0]?.textContent ?? control.getAttribute("aria-label") ?? "";
			return {
				place,
				asks: `${pointer.replaceAll(/\d+/g, "#")} ${label}`,
				kind: isTicked ? "check" : type === "select-one" ? "choice" : type === "datetime-local" ? "date" : "typed",
				isRadio: type === "radio",
				isNumber: type === "number",
				isRequired: required,
				value: isTicked ? String(control.checked) : value,
				placeholder,
				min,
				options: [...control.querySelectorAll("option")].map((option) => option.value),
			} as const;
		});
	}, CONTROLS);
}

function at(form: Locator, { place }: Control): Locator {
	return form.locator(CONTROLS).nth(place);
}

/** A step on the way to controls that the form does not show at first; `before`: what a choice was. */
type Step =
	| { readonly asks: string; readonly option: string; readonly before: string; readonly isRadio: boolean }
	| { readonly adds: string };

/** @returns whether the form has what the step is about */
async function take(form: Locator, step: Step): Promise<boolean> {
	const controls = await controlsOf(form);
	if ("adds" in step) {
		await form.getByRole("button", { name: step.adds, exact: true }).first().click();
		return true;
	}
	const control = controls.find(({ asks }) => asks === step.asks);
	if (control === undefined) return false;
	if (control.kind === "choice") await at(form, control).selectOption(step.option);
	else await at(form, control).setChecked(step.option === "true");
	return true;
}

/** @returns whether the form is as before the step */
async function takeBack(form: Locator, step: Step): Promise<boolean> {
	if ("adds" in step || step.isRadio) return false;
	return take(form, { ...step, option: step.before });
}

async function stepsFrom(form: Locator): Promise<readonly Step[]> {
	const controls = await controlsOf(form);
	const choices = controls.flatMap(({ kind, isRadio, asks, value, options }) =>
		kind === "choice"
			? options.filter((option) => option !== value).map((option) => ({ asks, option, before: value, isRadio }))
			: kind === "check" && value === "false"
				? [{ asks, option: "true", before: value, isRadio }]
				: [],
	);
	const adding = await form.getByRole("button", { name: /^Add an? / }).allTextContents();
	return [...choices, ...[...new Set(adding)].map((adds) => ({ adds }))];
}

/** What of a form, or of several that ask for much the same, was walked already. */
export class Known {
	readonly seen = new Set<string>();
	readonly tried = new Set<string>();
}

/**
 * The ways to everything that a form can ask for: the form as it begins, then those that each show a control that is
 * not known yet.
 *
 * @param open opens the form anew, as it begins
 */
export async function waysThrough(
	open: () => Promise<Locator>,
	{ seen, tried }: Known,
): Promise<readonly (readonly Step[])[]> {
	const ways: Step[][] = [[]];
	const showsNew = async (form: Locator) => {
		const before = seen.size;
		for (const { asks } of await controlsOf(form)) seen.add(asks);
		return seen.size > before;
	};
	const openAt = async (way: readonly Step[]) => {
		const form = await open();
		await goThrough(form, way);
		return form;
	};
	// Grows while it is walked.
	for (const way of ways) {
		let form = await openAt(way);
		if (way.length === 0) await showsNew(form);
		for (const step of await stepsFrom(form)) {
			const name = JSON.stringify(step);
			if (tried.has(name)) continue;
			tried.add(name);
			await take(form, step);
			const isNew = await showsNew(form);
			if (isNew) ways.push([...way, step]);
			if (!(await takeBack(form, step))) form = await openAt(way);
		}
	}
	return ways;
}

export async function goThrough(form: Locator, way: readonly Step[]): Promise<void> {
	for (const step of way) {
		if (!(await take(form, step))) throw new Error(`The form has no ${JSON.stringify(step)}`);
	}
}

function exampleOf({ isNumber, placeholder, min }: Control): string {
	if (!isNumber) return placeholder || ANY_TEXT;
	return /^\d+$/.test(placeholder) ? placeholder : min || "1";
}

/**
 * Types into fields as Playwright does, one after the other, in one call: a form has up to eighty of them, and a call
 * for each was half of the time of a walk.
 */
async function type(form: Locator, values: readonly (readonly [Control, string])[]): Promise<void> {
	const typed = values.map(([{ place }, value]) => ({ place, value }));
	await form.evaluate(
		async (form, { selector, typed }) => {
			for (const { place, value } of typed) {
				const field = form.querySelectorAll<HTMLInputElement>(selector)[place];
				if (field === undefined || field.disabled) throw new Error(`Nothing can be typed into field ${place}`);
				field.focus();
				// Past React, which takes what it has set itself for no change.
				Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
				for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
				// The form follows before anything is typed into the next field.
				await Promise.resolve();
			}
		},
		{ selector: CONTROLS, typed },
	);
}

/** Types the example of each field that needs a value, and empties the others. */
export async function fillRequired(form: Locator): Promise<void> {
	const values: [Control, string][] = [];
	for (const control of await controlsOf(form)) {
		const { kind, isRequired, value } = control;
		if (kind === "date" && (!isRequired || value === "")) values.push([control, isRequired ? ANY_DATE : ""]);
		if (kind !== "typed") continue;
		if (!isRequired) values.push([control, ""]);
		else if (value === "") values.push([control, exampleOf(control)]);
	}
	await type(form, values);
	await chooseMonitor(form);
}

/** Empties each field that something can be typed into; what the form asks for. */
export async function emptyAll(form: Locator): Promise<readonly Control[]> {
	const controls = await controlsOf(form);
	const typed = controls.filter(({ kind }) => kind === "typed" || kind === "date");
	await type(
		form,
		typed.map((control) => [control, ""]),
	);
	return controls;
}

/** What stands at the fields that were refused, of these. */
export async function messagesOf(form: Locator, controls: readonly Control[]): Promise<readonly string[]> {
	const messages: string[] = [];
	for (const control of controls) {
		const field = at(form, control);
		if ((await field.getAttribute("aria-invalid")) !== "true") continue;
		const id = await field.getAttribute("aria-describedby");
		messages.push(await form.page().locator(`[id="${id}"]`).innerText());
	}
	return messages;
}

/** Types the example of each field, but of secrets that are kept. */
export async function fillAll(form: Locator): Promise<void> {
	const empty = (await controlsOf(form)).filter(
		({ kind, placeholder, value }) => kind === "typed" && placeholder !== "unchanged" && value === "",
	);
	await type(
		form,
		empty.map((control) => [control, exampleOf(control)]),
	);
}

/** The monitor that pickers offer, beside those that are made on the way. */
export const PICKED = "Shop";

/** Where monitors are to be chosen, one is. */
async function chooseMonitor(form: Locator): Promise<void> {
	if ((await form.getByLabel("Search monitors").count()) === 0) return;
	await form.getByRole("checkbox", { name: new RegExp(`^${PICKED} `) }).check();
}

interface Sent {
	readonly request: string;
	readonly status: number;
	readonly body: string;
}

/** Sends the form, and answers what the service answered: of all requests that change something. */
export async function send(page: Page, form: Locator): Promise<readonly Sent[]> {
	const answers: Promise<Sent>[] = [];
	const collect = (response: Response) => {
		const request = response.request();
		if (request.method() === "GET" || !response.url().includes("/api/v1/")) return;
		// What changes nothing: a preview that follows what is typed, and a test that was made before something is saved.
		if (response.url().endsWith("/preview") || (response.url().endsWith("/test") && response.ok())) return;
		answers.push(
			response
				.text()
				.catch(() => "")
				.then((body) => ({
					request: `${request.method()} ${new URL(response.url()).pathname} ${request.postData()}`,
					status: response.status(),
					body,
				})),
		);
	};
	page.on("response", collect);
	const element = await form.elementHandle();
	await form.locator("button[type=submit]").click();
	// Sent, and either refused, or gone, or at rest again.
	await page.waitForFunction(
		(form) => !form?.isConnected || !form.querySelector("button[type=submit][aria-busy=true]"),
		element,
	);
	page.off("response", collect);
	return Promise.all(answers);
}
