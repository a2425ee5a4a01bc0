/** The tables of docs/use/coming-over/, made from those by which the converters list what they did not read. */

import type { FieldTable } from "../fields.ts";

export interface ComingOver {
	/** The page's name, without `.md`. */
	readonly page: string;
	/** Heading, and the fields under it. */
	readonly tables: readonly (readonly [heading: string, fields: FieldTable])[];
	/** Types without a counterpart, with what to do instead. */
	readonly otherTypes?: Readonly<Record<string, string>>;
}

/** What stands between the marks of a page. */
function tablesText({ tables, otherTypes = {} }: ComingOver): string {
	const parts = tables.map(([heading, fields]) => {
		const rows = Object.entries(fields).map(([name, { becomes, instead }]) => {
			const advice = instead === undefined ? "" : ` ${instead}`;
			return `| \`${name}\` | ${becomes}${advice === "" ? "" : `.${advice}`} |`;
		});
		return [`### ${heading}`, "", "| field | what becomes of it |", "|---|---|", ...rows].join("\n");
	});
	const types = Object.entries(otherTypes).map(([type, instead]) => `| ${type} | ${instead} |`);
	const others = ["### Types that are listed", "", "| type | what to do instead |", "|---|---|", ...types];
	return [...parts, ...(types.length > 0 ? [others.join("\n")] : [])].join("\n\n");
}

const BEGIN = "<!-- fields: made by the importer's tables -->";
const END = "<!-- end of fields -->";

/** The page with its tables as they are now. */
export function withTables(page: string, coming: ComingOver): string {
	const [before = "", rest = ""] = page.split(BEGIN);
	const [, after = "\n"] = rest.split(END);
	return `${before}${BEGIN}\n\n${tablesText(coming)}\n\n${END}${after}`;
}
