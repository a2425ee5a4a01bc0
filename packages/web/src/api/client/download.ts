/** Tables as CSV, which the service streams. */

import { dataOf, lapwing } from "./request.ts";

/** @param usualName of a file that the service does not name */
export async function downloaded(
	path: string,
	usualName: string,
	query: Readonly<Record<string, string | undefined>> = {},
): Promise<File> {
	const response = await dataOf(lapwing.send("GET", path, { query, headers: { accept: "text/csv" } }));
	const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
	return new File([await response.blob()], named ?? usualName, { type: "text/csv" });
}
