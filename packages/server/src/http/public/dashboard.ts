/**
 * The built dashboard: files of packages/web/dist from memory, each compressed once. Files below `assets/` have a hash
 * in their names and never change; every other path of a page answers `index.html` to those who ask for HTML, and it
 * chooses the page in the browser.
 */

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Client } from "../access/client.ts";
import { acceptedCoding, isCurrent } from "../input/representation.ts";
import { DASHBOARD_POLICY, htmlHeaders } from "./html-headers.ts";

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".json": "application/json",
	".svg": "image/svg+xml",
	".png": "image/png",
	".ico": "image/x-icon",
	".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".woff2": "font/woff2",
};
/** Smaller ones fit in a packet as they are. */
const MIN_COMPRESSED_BYTES = 1_024;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/;
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Revalidated at each request, and answered with 304 when it is unchanged. */
const REVALIDATED = "no-cache";

interface File {
	readonly type: string;
	readonly etag: string;
	readonly isHashed: boolean;
	/** Whether compression makes it smaller. */
	readonly isCompressible: boolean;
	/** Compressed at the first request, so that the start does not wait for it. */
	body(coding: Coding): Promise<Uint8Array>;
}
type Coding = "br" | "gzip" | "identity";

/** By path: `/index.html`. */
type Files = ReadonlyMap<string, File>;

/** There are no pages below these paths, nor below a part that begins with a dot. */
const NOT_PAGES = /^\/(?:api|ping|calendars|healthz|metrics|docs|assets)(?:\/|$)|\/\./;

const ASKS_FOR_HTML = /\b(?:text\/html|application\/xhtml\+xml)\b/i;
/** The word of a ping address at the beginning, or anywhere before what may be a key. */
const LIKE_PING = /^\/+pings?(?:\/|$)|\/pings?\/+[A-Za-z0-9_-]{16,}(?:\/|$)/i;

/** Whether a job may believe that it reports to `path`: whatever it asks for, it must not be answered with a page. */
function looksLikePing(path: string): boolean {
	try {
		return LIKE_PING.test(decodeURIComponent(path));
	} catch {
		return LIKE_PING.test(path);
	}
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lapwing</title>
<h1>The dashboard is not built</h1>
<p>Run <code>bin/setup</code> in the checkout, then load this page again. The API works without it: see <a href="/docs">/docs</a>.</p>
</html>
`;

interface PageRequest {
	readonly path: string;
	readonly client: Client;
	header(name: string): string | undefined;
}

export interface Dashboard {
	/** Null when there is neither a page nor a file at this path. */
	answer(request: PageRequest, answerHeaders: Readonly<Record<string, string>>): Promise<Response | null>;
}

/** @param directory the built files */
export function createDashboard(directory: string): Dashboard {
	let loaded: { readonly builtAt: number; readonly files: Promise<Files> } | undefined;

	/** Read again after a new build. Null when the dashboard is not built. */
	async function files(): Promise<Files | null> {
		const index = await stat(join(directory, "index.html")).catch(() => null);
		if (index === null) return null;
		if (loaded?.builtAt !== index.mtimeMs) {
			const reading = { builtAt: index.mtimeMs, files: readFiles(directory) };
			loaded = reading;
			// A build that is still written: the next request reads it again.
			reading.files.catch(() => {
				if (loaded === reading) loaded = undefined;
			});
		}
		return loaded.files;
	}

	return {
		async answer(request, answerHeaders) {
			const { path, client, header } = request;
			const built = await files();
			const file = built?.get(path);
			if (file !== undefined) return fileAnswer(file, request, answerHeaders);
			// A name with an extension is a file, and this file does not exist.
			if (NOT_PAGES.test(path) || extname(path) !== "" || looksLikePing(path)) return null;
			// A job or a script that mistyped a path must learn it from the status; the page says it to a person.
			if (path !== "/" && !ASKS_FOR_HTML.test(header("accept") ?? "")) return null;
			const index = built?.get("/index.html");
			if (index !== undefined) return fileAnswer(index, request, answerHeaders);
			const headers = { ...answerHeaders, ...htmlHeaders(client, DASHBOARD_POLICY), "cache-control": "no-store" };
			return new Response(NOT_BUILT, { status: 503, headers });
		},
	};
}

async function fileAnswer(
	file: File,
	{ client, header }: PageRequest,
	answerHeaders: Readonly<Record<string, string>>,
): Promise<Response> {
	const { type, etag, isHashed, isCompressible } = file;
	const headers: Record<string, string> = {
		...answerHeaders,
		...(type.startsWith("text/html") ? htmlHeaders(client, DASHBOARD_POLICY) : { "content-type": type }),
		"cache-control": isHashed ? IMMUTABLE : REVALIDATED,
		etag,
		vary: "accept-encoding",
	};
	if (isCurrent(header, etag)) return new Response(null, { status: 304, headers });
	const coding = isCompressible ? acceptedCoding(header, ["br", "gzip"]) : "identity";
	if (coding !== "identity") headers["content-encoding"] = coding;
	return new Response(Buffer.from(await file.body(coding)), { headers });
}

async function readFiles(directory: string): Promise<Files> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll(sep, "/"))
		// Answered at /docs, with a policy of its own.
		.filter((path) => path !== "/reference.html")
		// Metadata of the build, not for browsers.
		.filter((path) => !path.split("/").some((part) => part.startsWith(".")));
	return new Map(await Promise.all(paths.map(async (path) => [path, await readOne(directory, path)] as const)));
}

/** 11, the default, takes ten times as long as 9 for a twentieth less. */
const BROTLI_QUALITY = 9;
const brotli = promisify(brotliCompress);
const compress = {
	br: (bytes: Uint8Array) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
	gzip: promisify(gzip) as (bytes: Uint8Array) => Promise<Uint8Array>,
	identity: async (bytes: Uint8Array) => bytes,
} as const;

async function readOne(directory: string, path: string): Promise<File> {
	const bytes = await readFile(join(directory, path));
	const type = TYPES[extname(path)] ?? "application/octet-stream";
	const made = new Map<Coding, Promise<Uint8Array>>();
	return {
		type,
		etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
		isHashed: path.startsWith("/assets/"),
		isCompressible: COMPRESSIBLE.test(type) && bytes.length >= MIN_COMPRESSED_BYTES,
		body(coding) {
			const body = made.get(coding) ?? compress[coding](bytes);
			made.set(coding, body);
			return body;
		},
	};
}
