/**
 * The rules of hadolint that matter for our Dockerfile, under their numbers, for machines that have no hadolint:
 * https://github.com/hadolint/hadolint#rules
 */

interface Instruction {
	readonly name: string;
	readonly args: string;
	/** Rules that a comment before it sets aside: `# hadolint ignore=DL3008`. */
	readonly ignores: readonly string[];
}

/** What is wrong with a Dockerfile, as `DL3007: …`; empty when nothing is. */
export function dockerfileProblems(text: string): string[] {
	const instructions = instructionsOf(text);
	const of = (name: string) => instructions.filter((each) => each.name === name).map(({ args }) => args);
	const defaults = new Map(of("ARG").map((args) => args.split("=", 2) as [string, string]));
	const stages = of("FROM").map((image) => image.replace(/\$\{(\w+)\}/, (whole, name) => defaults.get(name) ?? whole));
	const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
	const lastUser = lastStage.findLast(({ name }) => name === "USER")?.args;
	const problems = [
		...stages.filter((image) => !/:[\w.-]+/.test(image)).map((image) => `DL3006: ${image} has no tag`),
		...stages.filter((image) => /:latest\b/.test(image)).map((image) => `DL3007: ${image}`),
		...of("WORKDIR")
			.filter((path) => !path.startsWith("/"))
			.map((path) => `DL3000: WORKDIR ${path} is relative`),
		...instructions
			.filter(({ name }) => name === "RUN")
			.flatMap(({ args, ignores }) => runProblems(args).filter((problem) => !ignores.includes(problem.slice(0, 6)))),
		...of("ADD").map((args) => `DL3020: ADD ${args} instead of COPY`),
		...["CMD", "ENTRYPOINT"]
			.flatMap((name) => of(name))
			.filter((args) => !isJsonList(args))
			.map((args) => `DL3025: ${args} is not in the form of JSON`),
		...of("HEALTHCHECK")
			.filter((args) => !isJsonList(args.slice(args.indexOf("CMD") + "CMD".length).trim()))
			.map((args) => `DL3025: ${args} is not in the form of JSON`),
		...of("MAINTAINER").map(() => "DL4000: MAINTAINER is deprecated"),
	];
	if (lastUser === undefined || /^(root|0)(:|$)/.test(lastUser)) problems.push("DL3002: the last user is root");
	if (of("HEALTHCHECK").length !== 1) problems.push("DL3057: one HEALTHCHECK is needed");
	if (lastStage.filter(({ name }) => name === "CMD").length > 1) problems.push("DL4003: several CMD");
	if (lastStage.filter(({ name }) => name === "ENTRYPOINT").length > 1) problems.push("DL4004: several ENTRYPOINT");
	for (const [index, { name, args }] of lastStage.entries()) {
		const isRelative = name === "COPY" && !/^\/|^\.?$/.test(args.split(/\s+/).at(-1) ?? "");
		const hasPlace = lastStage.slice(0, index).some((each) => each.name === "WORKDIR");
		if (isRelative && !hasPlace) problems.push(`DL3045: COPY ${args} before WORKDIR`);
	}
	for (const [index, { name }] of instructions.entries()) {
		if (name === "RUN" && instructions[index + 1]?.name === "RUN") problems.push("DL3059: RUN follows RUN");
	}
	return problems;
}

function runProblems(command: string): string[] {
	const problems = [];
	if (/\bsudo\b/.test(command)) problems.push("DL3004: sudo");
	if (/\bcd\s/.test(command)) problems.push("DL3003: cd instead of WORKDIR");
	if (/\bnpm install\b(?!.*@\d)/.test(command)) problems.push("DL3016: npm install without a version");
	if (/\bapt(-get)? (install|upgrade)\b/.test(command)) problems.push("DL3008: packages without versions");
	if (/[^|]\|[^|]/.test(command)) problems.push("DL4006: a pipe without pipefail");
	return problems;
}

function isJsonList(text: string): boolean {
	try {
		return Array.isArray(JSON.parse(text));
	} catch {
		return false;
	}
}

/** Without comments; lines that end in a backslash go on. */
function instructionsOf(text: string): Instruction[] {
	const lines = text.split("\n").filter((line) => !/^\s*#(?! hadolint ignore=)/.test(line));
	let ignores: readonly string[] = [];
	return lines
		.join("\n")
		.replaceAll(/\\\n\s*/g, " ")
		.split("\n")
		.flatMap((line) => {
			const ignored = /^# hadolint ignore=([\w,]+)/.exec(line)?.[1];
			const [, name, args = ""] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
			const found = name === undefined ? [] : [{ name, args: args.trim(), ignores }];
			ignores = ignored?.split(",") ?? [];
			return found;
		});
}
