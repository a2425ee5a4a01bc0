/**
 * Probes a flow: its steps one after the other within one deadline, each on connections of its own, with the cookies
 * and the saved values of those before. The first step that fails ends the run and gives its verdict.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import {
	type CertificateSeen,
	type FlowResponse,
	MAX_MESSAGE_LENGTH,
	type PhaseTimes,
	type StepSeen,
	type StepShortfall,
} from "../../domain/checks/observation.ts";
import { type FoundValue, MAX_SAVED_LENGTH, type ValueSource } from "../../domain/checks/saved-values.ts";
import type { Content } from "../../domain/content/content.ts";
import { contentMatcher, needsBody, UnusablePattern } from "../../domain/content/content.ts";
import { mismatchMessage } from "../../domain/content/content-message.ts";
import { contentCheckOf } from "../../domain/monitors/content-check-fields.ts";
import { filledCheck } from "../../domain/monitors/flow/filled-check.ts";
import type { FlowStep, Save } from "../../domain/monitors/flow/flow-steps.ts";
import type { Values } from "../../domain/monitors/flow/insertions.ts";
import { accepts, inWords } from "../../domain/monitors/http/accepted-statuses.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import { secretValues } from "../../domain/monitors/secrets.ts";
import type { FlowSettings } from "../../domain/monitors/types.ts";
import type { ConnectError, LocalError } from "../../net/connect-error.ts";
import type { Deadline } from "../../net/deadline.ts";
import { RedirectCookies } from "../../net/http/redirect-cookies.ts";
import { endsFirst, follow } from "../http/follow.ts";
import { SECRETS_UNREADABLE } from "../http/http.ts";
import { secretsOf } from "../http/request-parts.ts";
import { contentOf } from "../http/response-content.ts";
import { maskedResult, newPhases, type ProbeParts, type ProbeResult, probeResultOf, sumOf } from "../probe.ts";
import { SecretMask } from "../secret-mask.ts";
import { filledStep } from "./filled-step.ts";

/** Characters of a saved value that a trial shows. */
const MAX_SAVED_SHOWN = 100;

export async function probeFlow(
	order: CheckOrder,
	settings: FlowSettings,
	deadline: Deadline,
	parts: ProbeParts,
): Promise<ProbeResult> {
	const secrets = secretValues(settings);
	if (secrets.includes(null)) return SECRETS_UNREADABLE;
	return new FlowRun(order, settings, deadline, parts).run();
}

/** How a step ended the run. */
type StepEnd =
	| { readonly kind: "shortfall"; readonly shortfall: StepShortfall }
	| { readonly kind: "error"; readonly connectError: ConnectError };

class FlowRun {
	readonly #order: CheckOrder;
	readonly #settings: FlowSettings;
	readonly #deadline: Deadline;
	readonly #parts: ProbeParts;
	readonly #mask: SecretMask;
	readonly #cookies = new RedirectCookies();
	readonly #values = new Map<string, string>();
	readonly #secretNames: ReadonlySet<string>;
	readonly #phases = newPhases();
	readonly #steps: StepSeen[] = [];
	#certificate: CertificateSeen | null = null;
	#address = "";

	constructor(order: CheckOrder, settings: FlowSettings, deadline: Deadline, parts: ProbeParts) {
		this.#order = order;
		this.#settings = settings;
		this.#deadline = deadline;
		this.#parts = parts;
		const { steps, variables } = settings;
		for (const { name, value } of variables) this.#values.set(name, value ?? "");
		const secretVariables = variables.filter(({ secret }) => secret === true);
		this.#secretNames = new Set(secretVariables.map(({ name }) => name));
		this.#mask = new SecretMask([...secretVariables.map(({ value }) => value ?? ""), ...steps.flatMap(secretsOf)]);
	}

	async run(): Promise<ProbeResult> {
		for (const [index, step] of this.#settings.steps.entries()) {
			const end = await this.#step(step);
			if (end === null) continue;
			const place = `Step ${index + 1}, ${step.name}: `;
			if (end.kind === "error") return this.#failed(end.connectError, place);
			const message = `${place}${end.shortfall.message}`.slice(0, MAX_MESSAGE_LENGTH);
			return this.#answered({ ...end.shortfall, message });
		}
		return this.#answered(null);
	}

	#answered(shortfall: StepShortfall | null): FlowResponse {
		return {
			kind: "answered",
			type: "flow",
			responseTimeMs: this.#steps.reduce((sum, { timeMs }) => sum + timeMs, 0),
			phases: this.#phases,
			certificate: this.#certificate,
			address: this.#address,
			steps: this.#steps,
			shortfall,
		};
	}

	#failed(connectError: ConnectError, place: string): ProbeResult {
		const result = maskedResult(probeResultOf(connectError, this.#phases, this.#certificate), this.#mask);
		if (result.kind !== "failed") return result;
		return { ...result, message: `${place}${result.message}`.slice(0, MAX_MESSAGE_LENGTH), steps: this.#steps };
	}

	/** Null when the step went well. */
	async #step(step: FlowStep): Promise<StepEnd | null> {
		const { dialer, userAgent } = this.#parts;
		const phases = newPhases();
		const seen = (responseStatus: number | null, saved: StepSeen["saved"] = []) => {
			this.#steps.push({ name: step.name, responseStatus, timeMs: sumOf(phases), phases, saved });
		};
		const checks = filledChecks(step, this.#values);
		if (checks === null) {
			seen(null);
			return shortfall("saved_value", "A content check can't be run once its values are inserted.");
		}
		const keepsBody = checks.some(needsBody) || step.save.some(({ from }) => from === "json" || from === "regex");
		const request = filledStep(step, { all: this.#values, secretNames: this.#secretNames }, keepsBody);
		if ("problem" in request) {
			seen(null);
			return shortfall("saved_value", request.problem);
		}
		const context = { dialer, userAgent, deadline: this.#deadline, phases, cookies: this.#cookies };
		const followed = await follow(request, context);
		this.#add(phases);
		this.#certificate = endsFirst(this.#certificate, followed.certificate);
		if (followed.kind === "ended") {
			seen(null);
			return { kind: "error", connectError: followed.connectError };
		}
		const { response, address } = followed;
		this.#address = address;
		if (!accepts(step.expect, response.status)) {
			seen(response.status);
			const expected = inWords(step.expect);
			return shortfall("status", `The response had status ${response.status}; ${expected} was expected.`);
		}
		const content = await contentOf(response, address);
		if ("kind" in content) {
			seen(response.status);
			return { kind: "error", connectError: content };
		}
		const end = await this.#examined(step, checks, content);
		seen(response.status, "saved" in end ? end.saved : []);
		return "saved" in end ? null : end;
	}

	#add(phases: PhaseTimes): void {
		for (const [phase, ms] of Object.entries(phases)) this.#phases[phase as keyof PhaseTimes] += ms;
	}

	async #examined(
		{ save, contentChecks }: FlowStep,
		checks: readonly ContentCheck[],
		content: Content,
	): Promise<StepEnd | { readonly saved: StepSeen["saved"] }> {
		const sources = save.filter((each): each is Save & ValueSource => each.from !== "cookie");
		// Checks that wait for their turn must not outlast the run: its lease ends.
		const examined = await this.#deadline.within(
			this.#parts.contentChecks.examine(this.#order, { checks, sources, content }),
		);
		if (examined === null) return { kind: "error", connectError: this.#outOfTime() };
		if ("kind" in examined) return { kind: "error", connectError: examined };
		const { failure, values } = examined;
		if (failure !== null) {
			// As it was written: what was inserted may be a secret.
			const body = contentChecks[failure.index];
			const check = body && { id: "", ...contentCheckOf(body) };
			if (check === undefined) throw new Error(`No content check ${failure.index}`);
			const found = mismatchMessage(check, failure.mismatch, (text) => this.#mask.ofBody(text));
			return shortfall("content", found ?? `Content check ${failure.index + 1} is not met.`);
		}
		const bySource = new Map(sources.map((source, index) => [source, values[index] ?? null]));
		const saved: StepSeen["saved"][number][] = [];
		for (const each of save) {
			const found =
				each.from === "cookie" ? this.#cookieOf(each.value) : (bySource.get(each as Save & ValueSource) ?? null);
			if (found === null) {
				const message = `Nothing can be saved as ${each.name}: ${each.from} ${each.value} has no text of at most `;
				return shortfall("saved_value", `${message}${MAX_SAVED_LENGTH} characters.`);
			}
			this.#values.set(each.name, found.value);
			saved.push({ name: each.name, value: this.#shown(found) });
		}
		return { saved };
	}

	#cookieOf(name: string): FoundValue | null {
		const value = this.#cookies.valueOf(name);
		return value == null ? null : { value, before: "", after: "" };
	}

	#outOfTime(): ConnectError {
		if (this.#deadline.cut === "aborted") return this.#deadline.connectError("transfer", this.#address);
		const message = "No time was left for the content checks of a step. Use simpler patterns, or a longer timeout.";
		return { kind: "missed", cause: "no_capacity", message } satisfies LocalError;
	}

	/** What a trial shows of a value. A pattern can cut a secret into parts that are too short to be recognized alone. */
	#shown({ value, before, after }: FoundValue): string {
		const shown = this.#mask.ofPart(value, before, after);
		return shown.length > MAX_SAVED_SHOWN ? `${shown.slice(0, MAX_SAVED_SHOWN - 1)}…` : shown;
	}
}

/** The checks of a step with its values; null when one can't be run with them, such as a pattern that gets too long. */
function filledChecks({ contentChecks }: FlowStep, values: Values): ContentCheck[] | null {
	const checks = contentChecks.map((body, index) => ({ id: String(index), ...filledCheck(body, values) }));
	try {
		for (const check of checks) contentMatcher(check);
		return checks;
	} catch (error) {
		if (error instanceof UnusablePattern) return null;
		throw error;
	}
}

function shortfall(reason: StepShortfall["reason"], message: string): StepEnd {
	return { kind: "shortfall", shortfall: { reason, message } };
}
