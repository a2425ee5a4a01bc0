/** What content checks look at in a response, and which of them it fails. */

import type { Content } from "../../domain/content/content.ts";
import { mismatchMessage } from "../../domain/content/content-message.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import type { LocalError, TargetError } from "../../net/connect-error.ts";
import { protocolErrorOf } from "../../net/http/exchange.ts";
import type { ContentChecks } from "../content/content-checks.ts";
import type { PatternOwner } from "../content/pattern-lanes.ts";
import type { SecretMask } from "../secret-mask.ts";
import type { ProbedResponse } from "./probed-response.ts";

/** The content of `response`, or that its body does not decompress. */
export async function contentOf(response: ProbedResponse, address: string): Promise<Content | TargetError> {
	const { headers, keepsBody } = response;
	if (!keepsBody) {
		return response.beginsAsEncoded() ? { text: "", headers, isCut: false } : notAsEncoded(address);
	}
	const body = await response.text();
	return body === null ? notAsEncoded(address) : { ...body, headers };
}

function notAsEncoded(address: string): TargetError {
	return protocolErrorOf("The body does not decompress to its end as its Content-Encoding says.", address);
}

interface FailedCheck {
	readonly check: ContentCheck;
	/** What was expected, and what was found instead. */
	readonly message: string;
}

interface CheckedContent {
	readonly content: Content;
	readonly contentChecks: ContentChecks;
	readonly mask: SecretMask;
}

/** The first of `checks` that fails, null when all hold, or why that is not known. */
export async function failedCheck(
	owner: PatternOwner,
	checks: readonly ContentCheck[],
	{ content, contentChecks, mask }: CheckedContent,
): Promise<FailedCheck | null | LocalError> {
	if (checks.length === 0) return null;
	const failure = await contentChecks.firstFailed(owner, checks, content);
	if (failure === null || "kind" in failure) return failure;
	const check = checks[failure.index];
	if (check === undefined) throw new Error(`No content check ${failure.index}`);
	return { check, message: mismatchMessage(check, failure.mismatch, (text) => mask.ofBody(text)) };
}
