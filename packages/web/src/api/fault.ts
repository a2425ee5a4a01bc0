/** What went wrong with a request: thrown by every function of this folder, for that is what Query catches. */

/** What is wrong with one member of the body: a JSON Pointer into it and a sentence. */
export interface Detail {
	readonly path: string;
	readonly message: string;
}

export class ApiFault extends Error {
	override readonly name = "ApiFault";
	/** Null when no answer came: the network, or the service, is away. */
	readonly status: number | null;
	/** The API's code (`VALIDATION_ERROR`, `LAST_OWNER`, …), or `NO_ANSWER`. */
	readonly code: string;
	readonly details: readonly Detail[];
	readonly requestId: string | null;
	/** Seconds after which to try again, where the answer says so. */
	readonly retryAfterSeconds: number | null;

	constructor(
		message: string,
		members: {
			status: number | null;
			code: string;
			details?: readonly Detail[];
			requestId?: string | null;
			retryAfterSeconds?: number | null;
			cause?: unknown;
		},
	) {
		super(message, { cause: members.cause });
		this.status = members.status;
		this.code = members.code;
		this.details = members.details ?? [];
		this.requestId = members.requestId ?? null;
		this.retryAfterSeconds = members.retryAfterSeconds ?? null;
	}
}

interface ErrorBody {
	readonly error?: { readonly code?: string; readonly message?: string; readonly details?: readonly Detail[] };
	/** Reports answer as RFC 9457 says. */
	readonly type?: string;
	readonly detail?: string;
	readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** The fault that an answer outside 2xx means. */
export async function faultOf(response: Response): Promise<ApiFault> {
	const body = (await response.json().catch(() => null)) as ErrorBody | null;
	const { status, headers } = response;
	const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
	return new ApiFault(body?.error?.message ?? body?.detail ?? `The service answered ${status}.`, {
		status,
		code: body?.error?.code ?? body?.type ?? `HTTP_${status}`,
		details: body?.error?.details ?? body?.errors?.map(({ pointer, message }) => ({ path: pointer, message })) ?? [],
		requestId: headers.get("x-request-id"),
		retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
	});
}
