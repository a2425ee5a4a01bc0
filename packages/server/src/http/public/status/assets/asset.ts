/** A file that pages load. Its name changes with its content, so browsers keep it for good. */

import { createHash } from "node:crypto";

interface Asset {
	/** `page-3q2uJ1Kd.css` */
	readonly name: string;
	readonly type: string;
	readonly text: string;
}

/** @param text lines without comments, which may be indented */
export function asset(stem: string, extension: "css" | "js", text: string): Asset {
	const lines = text.split("\n").map((line) => line.trim());
	const small = lines.filter((line) => line !== "" && !line.startsWith("//")).join("\n");
	const hash = createHash("sha256").update(small).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 10);
	const type = extension === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
	return { name: `${stem}-${hash}.${extension}`, type, text: small };
}
