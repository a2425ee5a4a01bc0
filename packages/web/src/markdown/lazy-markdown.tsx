/** Markdown whose renderer is loaded when it is first shown. Until then the text is as it was written. */

import { lazy, Suspense } from "react";

const Loaded = lazy(async () => ({ default: (await import("./markdown.tsx")).Markdown }));

export function LazyMarkdown({ text }: { text: string }) {
	return (
		<Suspense fallback={<p className="break-words whitespace-pre-wrap">{text}</p>}>
			<Loaded text={text} />
		</Suspense>
	);
}
