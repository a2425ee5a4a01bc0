/** Holds answers against the OpenAPI document. */

import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer } from "./service.ts";

// biome-ignore lint/suspicious/noExplicitAny: read as any client reads it, as JSON.
export type Json = any;

/** Headers that only some answers have. */
const SOMETIMES = /^(Link|RateLimit|RateLimit-Policy)$/;
/** Headers of HTTP itself, not of an operation. */
const EVERYWHERE = new Set(["content-type", "cache-control", "x-content-type-options", "vary"]);

export class Documented {
	readonly document: Json;
	readonly ajv = new Ajv2020({ strict: false, allErrors: true });

	constructor(document: Json) {
		this.document = document;
		addFormats.default(this.ajv);
		this.ajv.addSchema(document, "document");
	}

	/** A response that many operations share, or one of its own. */
	resolved(response: Json): Json {
		return response?.$ref === undefined
			? response
			: this.document.components.responses[response.$ref.split("/").at(-1)];
	}

	/** How `answer` differs from the document in status, content type, headers or body; null when it does not. */
	problemOf({ method, path }: { method: string; path: string }, answer: Answer): string | null {
		const operationPath = path.replaceAll(/:(\w+)/g, "{$1}");
		const response = this.document.paths[operationPath]?.[method.toLowerCase()]?.responses[answer.status];
		const told = this.resolved(response);
		if (told === undefined) return `${method} ${path} answered ${answer.status}: ${answer.text}`;
		const named = Object.keys(told.headers ?? {});
		const missing = named.filter((name) => !SOMETIMES.test(name) && !answer.headers.has(name));
		if (missing.length > 0) return `${method} ${path} ${answer.status} lacks the headers ${missing}`;
		const names = new Set(named.map((name) => name.toLowerCase()));
		const further = [...answer.headers.keys()].filter((name) => !names.has(name) && !EVERYWHERE.has(name));
		if (further.length > 0) return `${method} ${path} ${answer.status} has the headers ${further}`;
		const given = answer.headers.get("content-type");
		const types = Object.keys(told.content ?? {});
		if (given === null && types.length === 0) return answer.text === "" ? null : "a body without a type";
		const contentType = types.find((type) => withoutParameters(type) === withoutParameters(given ?? ""));
		if (contentType === undefined) return `${method} ${path} ${answer.status} has the type ${given}, not ${types}`;
		// The schema of a stream is that of an event's data, which the test of the client reads.
		if (contentType === "text/event-stream") return null;
		const inOperation = ["paths", operationPath, method.toLowerCase(), "responses", answer.status];
		const steps = response.$ref === undefined ? inOperation : response.$ref.slice("#/".length).split("/");
		const pointer = [...steps, "content", contentType, "schema"]
			.map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")))
			.join("/");
		const validate = this.ajv.getSchema(`document#/${pointer}`);
		const body = contentType.includes("json") ? answer.json : answer.text;
		if (validate?.(body) === true) return null;
		return `${method} ${path} ${answer.status}: ${JSON.stringify([body, validate?.errors])}`;
	}
}

/** text/plain; charset=utf-8 and text/plain are one type. */
function withoutParameters(type: string): string {
	return type.split(";")[0] ?? "";
}
