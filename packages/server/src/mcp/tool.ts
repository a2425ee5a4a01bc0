/** What each tool is (./tools.ts, ./config-tools.ts), and what their answers have in common. */

import type { ApiError, Client } from "@lapwing/client";
import { isFailure, type Result } from "@lapwing/result";
import type { z } from "zod";
import type { Scope } from "../domain/access/scopes.ts";

/** What a tool reaches. */
export interface Reach {
	readonly client: Client;
	/** Where people open the dashboard: `https://status.example`. */
	readonly origin: string;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
	readonly title: string;
	/** For a model: what it is for, and what it is not for. */
	readonly description: string;
	readonly input: Input;
	/** All of them are needed; a key without them is not offered the tool. */
	readonly scopes: readonly Scope[];
	/** Whether it changes nothing. */
	readonly reads: boolean;
	/** Whether it can overwrite what somebody made; no, when absent. */
	readonly overwrites?: boolean;
	/** Throws {@link Refused}. */
	run(reach: Reach, input: z.output<Input>): Promise<object>;
}

/** The API refused; the message says what to do. */
export class Refused extends Error {
	override readonly name = "Refused";
}

/** Items of one answer; the page shows the others. */
export const MAX_ITEMS = 50;

export function tool<Input extends z.ZodObject>(row: Tool<Input>): Tool {
	return row as unknown as Tool;
}

export function answered<T>(result: Result<T, ApiError>): T {
	if (!isFailure(result)) return result.data;
	const { message, details } = result.error;
	throw new Refused([message, ...details.map(({ path, message }) => `${path}: ${message}`)].join(" "));
}
