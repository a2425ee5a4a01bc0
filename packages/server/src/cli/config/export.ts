/** `lapwing export`: the team as files. Files that exist keep their comments, their order and their variables. */

import { existsSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { CONFIG_KINDS, type ConfigKind, KINDS_IN_ORDER } from "../../domain/config/config.ts";
import { changedText, configText } from "../../domain/config/write/write-config.ts";
import { WHERE_IT_IS } from "../api/connection.ts";
import { command, fileArgument, printAside } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { failingWith1 } from "./config-command.ts";
import { filesIn, type LoadedConfig, loadConfig, projectOf, shown } from "./config-files.ts";
import { applied, type Plan, planOf, servedDocument } from "./config-service.ts";
import { objectsText } from "./objects-text.ts";
import { besideDefaults, byKey, changedTexts, servedEntries } from "./served-texts.ts";

/** In a folder without files. */
const USUAL_NAME = "lapwing.yaml";
const HEAD = [
	"Written by `lapwing export`. An id (usr_…) is of this service alone; { secret: NAME } is a variable of the",
	"environment, or of this file's name with .env after it. Where it is not set, the service keeps its secret.",
];

type Members = Readonly<Record<string, unknown>>;

interface ExportOptions {
	readonly file: string;
	readonly adopt?: boolean;
	readonly project?: string;
}

export function exportCommand() {
	return command("export", "Write the team as files. Files that exist keep their comments, order and variables.")
		.requiredOption("--file <path>", "a file (.yaml, .json) or a folder, new or not", fileArgument)
		.option("--adopt", "let the files own what they have from now on, so that plan says nothing")
		.option("--project <name>", "only what this project owns [the whole team]")
		.addHelpText(
			"after",
			`${WHERE_IT_IS},\n                   with config:read; members:read for the addresses of people;\n                   --adopt: with config:write\n\nlapwing export --file lapwing.yaml --adopt`,
		)
		.action(({ file, adopt, project }: ExportOptions) =>
			failingWith1(async () => {
				const path = newPath(file);
				const named = project ?? (path === null ? projectOf(await loadConfig([file])) : undefined);
				// What another project owns can't be taken over, and may have the keys of these files.
				const document = await servedDocument(named, adopt || (path === null && project === undefined));
				const served = { ...document, ...(named !== undefined && { project: named }) };
				const texts = path === null ? await updated(file, served) : new Map([[path, fresh(path, served)]]);
				if (path !== null) mkdirSync(dirname(path), { recursive: true });
				for (const [name, text] of texts) write(name, text);
				printAside(`${shown(path ?? file)} has ${objectsText(served) || "no objects"}.`);
				if (adopt) await adopted((await loadConfig([file])).read);
			}),
		);
}

/** The file to make; null where there are files to update. */
function newPath(file: string): string | null {
	const exists = existsSync(file);
	const isFolder = exists ? statSync(file).isDirectory() : extname(file) === "";
	if (isFolder) return exists && filesIn(file).length > 0 ? null : join(file, USUAL_NAME);
	if (/\.(yaml|yml|json)$/.test(file)) return exists ? null : file;
	throw new UsageError(`${shown(file)}: export writes .yaml, .yml and .json, and no programs. Name another file.`);
}

function fresh(path: string, served: Members): string {
	if (!path.endsWith(".json")) return configText(served, HEAD);
	const lists = KINDS_IN_ORDER.map((kind) => ({ kind, changed: new Map(), added: listOf(served, kind) }));
	const { project } = served;
	return changedText(`${JSON.stringify(project === undefined ? {} : { project })}\n`, lists);
}

/** The files that change, by their paths. */
async function updated(file: string, exported: Members): Promise<ReadonlyMap<string, string>> {
	const config = await loadConfig([file]);
	const served = besideDefaults(config, exported);
	const there = byKey(served);
	const known = new Set(byKey(config.read.value).keys());
	const added = new Map(
		KINDS_IN_ORDER.map((kind) => {
			const entries = listOf(served, kind).filter(({ key }) => !known.has(`${kind}/${key}`));
			return [kind, { file: takes(config, kind), entries }];
		}),
	);
	const plan = await planOf(config.read, { adopt: true });
	const fates = servedEntries(config, served, plan, () => true);
	const { texts, inPrograms } = changedTexts(
		config,
		(kind, own) => (there.has(`${kind}/${own["key"]}`) ? fates(kind, own) : null),
		added,
	);
	refusePrograms(inPrograms);
	const paths = new Map(config.files.map(({ path, source }) => [source.name, path]));
	return new Map([...texts].map(([name, text]) => [paths.get(name) ?? name, text]));
}

/** The last file with a list of the kind, or else the first one that is no program. */
function takes({ files, read }: LoadedConfig, kind: ConfigKind): string {
	const last = read.originOf(kind, listOf(read.value, kind).length - 1)?.file;
	const texts = files.filter(({ source }) => "text" in source).map(({ source }) => source.name);
	const found = last !== undefined && texts.includes(last) ? last : texts[0];
	if (found === undefined) throw new UsageError("These files are programs, which export does not write.");
	return found;
}

function refusePrograms(names: readonly string[]): void {
	if (names.length === 0) return;
	const which = names.slice(0, 10).join(", ");
	throw new UsageError(`A program makes what has changed: ${which}. Change it by hand, or export to another file.`);
}

/** Nothing but ownership may change by it. */
async function adopted(read: LoadedConfig["read"]): Promise<void> {
	const options = { adopt: true };
	const plan = await planOf(read, options);
	const others = plan.changes.filter(({ action, changes }) => action !== "adopt" || changes.length > 0);
	if (others.length > 0) throw new UsageError(notAdopted(others));
	await applied(read, options, plan.digest);
	printAside(`The files own ${plan.totals.adopt + plan.totals.unchanged} objects now; lapwing plan says nothing.`);
}

function notAdopted(others: Plan["changes"]): string {
	const which = others.slice(0, 10).map(({ kind, key, action }) => `${CONFIG_KINDS[kind].noun} ${key} (${action})`);
	return (
		`The files are written, but nothing was adopted, because more than the owner would change: ${which.join(", ")}. ` +
		"Objects of another project, or whose name another one has, can't be taken over: rename or leave them out."
	);
}

function listOf(document: Members, kind: ConfigKind): readonly Members[] {
	return (document[kind] ?? []) as readonly Members[];
}

/** A whole file or the earlier one, also when the power goes. */
function write(path: string, text: string): void {
	const place = existsSync(path) ? realpathSync(path) : path;
	const mode = existsSync(place) ? statSync(place).mode : 0o644;
	writeFileSync(`${place}.new`, text, { mode, flush: true });
	renameSync(`${place}.new`, place);
}
