import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { aMessage, aNotice, NOON } from "../testing/messages.ts";
import { render, TEMPLATE_FIELD_NAMES, TEMPLATE_FIELDS, templateProblem } from "./template.ts";
import { exampleNotice, noticeValues } from "./template-values.ts";
import { shortened } from "./words.ts";

const values = noticeValues(aNotice(), aMessage(aNotice()), null);

test("the documentation has every field, with its help", async () => {
	const page = await readFile(new URL("../../../../../../docs/use/alerts/README.md", import.meta.url), "utf8");
	const rows = Object.entries(TEMPLATE_FIELDS).map(([name, about]) => `| \`${name}\` | ${about} |`);
	expect(page).toContain(rows.join("\n"));
});

test("every field stands for its value, with spaces in the braces or without", () => {
	for (const name of TEMPLATE_FIELD_NAMES) {
		expect(templateProblem(`{{${name}}}{{ ${name} }}`)).toBeNull();
		expect(render(`<{{${name}}}|{{ ${name} }}>`, values)).toBe(`<${values[name]}|${values[name]}>`);
	}
});

test.each([
	["{{monitor}}", "There is no field {{monitor}}. Did you mean {{monitor.id}}?"],
	["{{Monitor.Name}}", "There is no field {{Monitor.Name}}. Did you mean {{monitor.name}}?"],
	["{{monitor_name}}", "There is no field {{monitor_name}}. Did you mean {{monitor.name}}?"],
	["{{constructor}}", /^There is no field \{\{constructor\}\}\. There are: title, text, event, /],
	["{{}}", /^There is no field \{\{\}\}\. There are: /],
	["Down: {{monitor.name", "A {{ has no }} after it."],
])("%s is refused with what to write instead", (template, problem) => {
	if (typeof problem === "string") expect(templateProblem(template)).toBe(problem);
	else expect(templateProblem(template)).toMatch(problem);
});

test("other braces are text, such as those of JSON", () => {
	const json = '{"a":{"b":"{{event}}"},"c":{}}';
	expect(templateProblem(json)).toBeNull();
	expect(render(json, values)).toBe('{"a":{"b":"down"},"c":{}}');
});

test("values are escaped where they are put in, and read once", () => {
	const tricky = { ...values, "monitor.name": '"{{error}}"' };
	expect(render("{{monitor.name}}", tricky, (value) => value.replaceAll('"', '\\"'))).toBe('\\"{{error}}\\"');
});

test("the example of a preview has a value for what a problem has", () => {
	const example = exampleNotice(NOON);
	const shown = noticeValues(example, aMessage(example), "https://lapwing.example/");
	const empty = TEMPLATE_FIELD_NAMES.filter((name) => shown[name] === "");
	expect(empty).toEqual(["lasted", "reminder", "consequences"]);
});

test("a long name ends in an ellipsis, on one line, without a split character", () => {
	expect(shortened("a\r\nb\tc", 10)).toBe("a b c");
	expect(shortened("😀😀😀😀", 3)).toBe("😀😀…");
	expect(shortened("😀😀😀", 3)).toBe("😀😀😀");
});
