/** The request of an http monitor, under "More". */

import type { OwnPartProps } from "../type.ts";
import type { RequestDraft } from "./request-draft.ts";
import { AuthFields, BodyField, HeaderFields } from "./request-fields.tsx";

export function RequestPart({ own, onChange }: OwnPartProps) {
	const request = own["request"] as RequestDraft;
	const shared = {
		request,
		pointer: "/request",
		onChange: (change: Partial<RequestDraft>) => onChange("request", { ...request, ...change }),
	};
	return (
		<div className="space-y-4">
			<BodyField {...shared} method={own["method"]} />
			<HeaderFields {...shared} />
			<AuthFields {...shared} />
		</div>
	);
}
