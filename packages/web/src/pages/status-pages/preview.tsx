/**
 * What readers would see of the draft, beside its form: in both themes, wide and as on a phone. The document comes from
 * the service and stands in a frame of this page, without scripts, under this page's policy.
 */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { type Previewed, previewStatusPage, type StatusPageDraft } from "../../api/status-pages.ts";
import { useSeenTheme } from "../../shell/theme.ts";
import { PillButton } from "../../ui/buttons/pill-button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { useSettled } from "../../ui/use-settled.ts";

/** Typing goes on for so long before the preview follows. */
const WAIT_MS = 400;
/** States change while nobody types. */
const AGAIN_MS = 30_000;
/** Pixels of a reader's window. The page is 760 wide at most: in a wider one it would only be smaller here. */
const WIDTHS = { wide: 960, phone: 390 } as const;
type Width = keyof typeof WIDTHS;

export const PREVIEW_KEY = ["status-page-preview"] as const;

interface Props {
	readonly draft: StatusPageDraft;
}

export function Preview({ draft }: Props) {
	const own = useSeenTheme();
	const [theme, setTheme] = useState<"light" | "dark" | null>(null);
	const [width, setWidth] = useState<Width | null>(null);
	const isNarrow = useIsNarrow();
	const seen = width ?? (isNarrow ? "phone" : "wide");
	const settled = JSON.parse(useSettled(JSON.stringify(draft), WAIT_MS)) as StatusPageDraft;
	const { data, error } = useQuery({
		queryKey: [...PREVIEW_KEY, settled],
		queryFn: ({ signal }) => previewStatusPage(settled, signal),
		placeholderData: keepPreviousData,
		gcTime: 0,
		retry: false,
		refetchInterval: AGAIN_MS,
	});
	// What was last shown stays while a draft is refused.
	const [shown, setShown] = useState(data);
	if (data !== undefined && data !== shown) setShown(data);
	return (
		<section aria-label="Preview" className="flex min-h-0 flex-col">
			<div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
				<h2 className="mr-auto font-semibold">What readers see</h2>
				<Choice
					label="Width"
					value={seen}
					options={{ wide: "Wide", phone: "Phone" }}
					onChange={(value) => setWidth(value as Width)}
				/>
				<Choice
					label="Theme"
					value={theme ?? own}
					options={{ light: "Light", dark: "Dark" }}
					onChange={(value) => setTheme(value as "light" | "dark")}
				/>
			</div>
			{error && <PreviewFault fault={error} />}
			{shown === undefined ? (
				!error && <Loading lines={6} />
			) : (
				<Frame shown={shown} theme={theme ?? own} width={WIDTHS[seen]} />
			)}
		</section>
	);
}

/** What the API refuses of the draft, each sentence of it: a style sheet can have many faults. */
function PreviewFault({ fault }: { fault: unknown }) {
	const details = fault instanceof ApiError ? fault.details : [];
	if (details.length === 0) return <FaultNotice fault={fault} what="The preview" />;
	return (
		<Notice tone="degraded" role="status" className="mb-2">
			<p className="font-semibold">Not shown yet, and could not be saved:</p>
			<ul className="words">
				{details.map(({ path, message }) => (
					<li key={path + message}>{message}</li>
				))}
			</ul>
		</Notice>
	);
}

interface FrameProps {
	readonly shown: Previewed;
	readonly theme: "light" | "dark";
	/** Of the window that is shown, smaller where there is less space. */
	readonly width: number;
}

function Frame({ shown, theme, width }: FrameProps) {
	const box = useRef<HTMLDivElement>(null);
	const frame = useRef<HTMLIFrameElement>(null);
	const scrolled = useRef(0);
	const [space, setSpace] = useState<{ width: number; height: number } | null>(null);
	useEffect(() => {
		if (box.current === null) return;
		const observer = new ResizeObserver(([entry]) => {
			if (entry) setSpace({ width: entry.contentRect.width, height: entry.contentRect.height });
		});
		observer.observe(box.current);
		return () => observer.disconnect();
	}, []);
	useEffect(() => showIn(frame.current, theme), [theme]);
	useEffect(() => dress(frame.current, shown.css), [shown.css]);

	function loaded({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
		showIn(currentTarget, theme);
		dress(currentTarget, shown.css);
		const { contentWindow } = currentTarget;
		contentWindow?.scrollTo(0, scrolled.current);
		contentWindow?.addEventListener("scroll", () => {
			scrolled.current = contentWindow.scrollY;
		});
		// Links of the page lead its readers on, not those who edit it.
		contentWindow?.addEventListener("click", (event) => event.preventDefault(), { capture: true });
	}

	const scale = space === null ? 1 : Math.min(1, space.width / width);
	return (
		<div
			ref={box}
			className="h-[640px] min-h-0 overflow-hidden rounded-card border border-line bg-panel lg:h-[calc(100vh-140px)]"
		>
			{space !== null && (
				<iframe
					ref={frame}
					title="Preview of the page"
					sandbox="allow-same-origin"
					srcDoc={withoutScripts(shown.html)}
					onLoad={loaded}
					className={classNames("mx-auto block border-0", scale < 1 && "origin-top-left")}
					style={{ width, height: space.height / scale, transform: scale < 1 ? `scale(${scale})` : undefined }}
				/>
			)}
		</div>
	);
}

/** The sandbox runs none, and the browser would say so of each. */
function withoutScripts(html: string): string {
	return html.replaceAll(/<script\b[^>]*><\/script>/g, "");
}

function showIn(frame: HTMLIFrameElement | null, theme: "light" | "dark"): void {
	const root = frame?.contentDocument?.documentElement;
	if (root) root.dataset["scheme"] = theme;
}

/** The style sheet of the draft, which is served nowhere. The policy of this page allows none in the document. */
function dress(frame: HTMLIFrameElement | null, css: string | null): void {
	const [inside, shown] = [frame?.contentWindow, frame?.contentDocument];
	if (!inside || !shown) return;
	const sheet = new (inside as Window & typeof globalThis).CSSStyleSheet();
	sheet.replaceSync(css ?? "");
	shown.adoptedStyleSheets = [sheet];
}

interface ChoiceProps {
	readonly label: string;
	readonly value: string;
	readonly options: Readonly<Record<string, string>>;
	readonly onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
	return (
		<div role="group" aria-label={label} className="flex gap-1">
			{Object.entries(options).map(([option, word]) => (
				<PillButton key={option} pressed={value === option} onClick={() => onChange(option)}>
					{word}
				</PillButton>
			))}
		</div>
	);
}
