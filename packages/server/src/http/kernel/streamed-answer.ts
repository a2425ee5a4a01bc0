/** An answer that is written while it is read, so that neither a long one nor a slow reader uses much memory. */

import type { Call } from "./endpoint.ts";

/**
 * Rejects when the first chunk can't be read, as any endpoint does. A later failure aborts the answer.
 * @param chunks asked for the next one when the client has taken the one before
 */
export async function streamedAnswer(
	call: Pick<Call, "answerHeaders" | "abort">,
	chunks: AsyncGenerator<string, void>,
	headers: Readonly<Record<string, string>>,
): Promise<Response> {
	const encoder = new TextEncoder();
	let next: IteratorResult<string, void> | null = await chunks.next();
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					const { done, value } = next ?? (await chunks.next());
					next = null;
					if (done) controller.close();
					else controller.enqueue(encoder.encode(value));
				} catch (error) {
					call.abort(error);
					controller.error(error);
				}
			},
			async cancel() {
				await chunks.return();
			},
		},
		{ highWaterMark: 1 },
	);
	return new Response(body, { headers: { ...call.answerHeaders, ...headers } });
}
