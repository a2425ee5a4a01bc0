/** Variables of the environment in Gatus' file, which it expands in the whole text before it reads the YAML. */

import { hasVariable, variableMark } from "../imported.ts";

const VARIABLE = /\$\$|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;

/** `value` with a mark for each `$NAME` and `${NAME}`; `$$` is one `$`. */
export function withMarks(value: unknown): unknown {
	if (typeof value === "string") {
		return value.replace(VARIABLE, (_, braced?: string, bare?: string) => {
			const name = braced ?? bare;
			return name === undefined ? "$" : variableMark(name);
		});
	}
	if (Array.isArray(value)) return value.map(withMarks);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withMarks(each)]));
}

/** Lists the members that a variable can't stand in, by their paths, and gives `values` without them. */
export function withoutMarks<Value>(
	value: Value,
	takes: RegExp | null,
	onFault: (path: string) => void,
	path = "",
): Value | undefined {
	if (typeof value === "string") {
		if (!hasVariable(value) || takes?.test(path)) return value;
		onFault(path);
		return undefined;
	}
	if (Array.isArray(value)) {
		const kept = value.map((each, index) => withoutMarks(each, takes, onFault, `${path}[${index}]`));
		return kept.filter((each) => each !== undefined) as Value;
	}
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).map(([name, each]) => {
		return [name, withoutMarks(each, takes, onFault, path === "" ? name : `${path}.${name}`)];
	});
	return Object.fromEntries(members.filter(([, each]) => each !== undefined)) as Value;
}
