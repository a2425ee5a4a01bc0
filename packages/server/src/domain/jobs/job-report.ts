/** What a job tells of a run, at the address of its monitor. */

/** In the order of their numbers in the database. A log is kept, and decides nothing. */
export const REPORT_KINDS = ["success", "start", "fail", "log"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What the path of a report says. */
interface Signal {
	readonly kind: ReportKind;
	/** 0–255; null when the path names none. */
	readonly exitCode: number | null;
}

export interface JobReport extends Signal {
	/** Tells runs that overlap apart; null when the job gave none. */
	readonly rid: string | null;
	/** When the request was complete, epoch milliseconds. */
	readonly at: number;
	/** Of the sender. */
	readonly address: string;
}

/** Reports that are kept of a monitor, with their bodies. */
export const REPORTS_KEPT = 100;
/** Bytes that are kept of the body of a report; what is longer is cut. */
export const MAX_REPORT_BODY_BYTES = 100 * 1024;
/** Reports a minute for each key. */
export const REPORTS_PER_MINUTE = 60;

/** The last part of a report's path as a signal: "" (success), start, fail, log, or an exit code; otherwise null. */
export function signalOf(word: string): Signal | null {
	if (word === "") return { kind: "success", exitCode: null };
	if (word === "start" || word === "fail" || word === "log") return { kind: word, exitCode: null };
	const exitCode = /^(?:0|[1-9][0-9]{0,2})$/.test(word) ? Number(word) : 256;
	return exitCode > 255 ? null : { kind: exitCode === 0 ? "success" : "fail", exitCode };
}

/** Whether `text` can tell runs apart: 1–100 printable characters of ASCII, such as a UUID. */
export function isRunId(text: string): boolean {
	return /^[\x21-\x7e]{1,100}$/.test(text);
}

/** The key in the address of a monitor, as it is stored (../../storage/jobs/report-keys.ts). */
export interface StoredReportKey {
	/** By which a report finds its monitor. */
	readonly hash: string;
	readonly encrypted: string;
}
