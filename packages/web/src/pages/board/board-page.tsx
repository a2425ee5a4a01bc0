/** Every monitor of the team, live. */

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { boardQuery } from "../../api/board.ts";
import { type OpenOutage, openOutagesQuery } from "../../api/outages.ts";
import { counted, number } from "../../format/words.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { arrange } from "./arrange.ts";
import { BoardList } from "./board-list.tsx";
import { type BoardSearch, isFiltered } from "./board-search.ts";
import { boardWords } from "./board-words.ts";
import { Summary } from "./summary.tsx";
import { Toolbar } from "./toolbar.tsx";

const BulkBar = lazy(() => import("./bulk-bar.tsx"));
/** Only an empty team sees it. */
const Welcome = lazy(() => import("./welcome.tsx"));

/** Typed text filters at once; the address changes when typing pauses. */
const ADDRESS_AFTER_MS = 200;
const NO_OUTAGES: ReadonlyMap<string, OpenOutage> = new Map();

export function BoardPage() {
	usePageTitle("Monitors");
	const canWrite = useMay("monitors:write");
	// An empty board has a strong button of its own.
	const { data: isEmpty } = useQuery({ ...boardQuery, enabled: false, select: ({ counts }) => counts.total === 0 });
	return (
		<>
			<PageHeader
				title="Monitors"
				actions={
					canWrite && (
						<ButtonLink to="/monitors/new" look={isEmpty ? "plain" : "strong"} hotkey="N">
							New monitor
						</ButtonLink>
					)
				}
			/>
			<Needs scope="monitors:read" what="Monitors">
				<Contents />
			</Needs>
		</>
	);
}

function Contents() {
	const { data: board, error, refetch } = useQuery(boardQuery);
	const search = useSearch({ from: "/signed-in/" });
	const navigate = useNavigate({ from: "/" });
	const canWrite = useMay("monitors:write");
	const field = useRef<HTMLInputElement>(null);
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const { data: outages } = useQuery({
		...openOutagesQuery,
		enabled: board !== undefined && board.counts.down + board.counts.degraded > 0,
	});
	const [text, setText, flushText] = useTypedText(search.q ?? "", (q) => change({ q: q || undefined }));

	const router = useRouter();
	function change(to: Partial<Record<keyof BoardSearch, string | boolean | undefined>>) {
		// The pause may come when the user has already left for another page.
		if (router.latestLocation.pathname !== "/") return;
		void navigate({
			search: (before: BoardSearch) => ({ ...before, ...to }) as BoardSearch,
			replace: true,
			resetScroll: false,
		});
	}
	const toggle = useCallback((id: string) => {
		setSelected((before) => {
			const after = new Set(before);
			if (!after.delete(id)) after.add(id);
			return after;
		});
	}, []);
	useShortcuts({
		"/": (event) => {
			event.preventDefault();
			field.current?.select();
		},
	});

	// Arranging has a lower priority than typing and scrolling.
	const wanted = useDeferredValue(useMemo<BoardSearch>(() => ({ ...search, q: text }), [search, text]));
	const monitors = useDeferredValue(board?.monitors);
	const arrangement = useMemo(() => monitors && arrange(monitors, wanted), [monitors, wanted]);

	if (board === undefined || arrangement === undefined) {
		return error ? (
			<FaultNotice fault={error} what="The monitors" onRetry={() => void refetch()} />
		) : (
			<Loading lines={12} label="Loading the monitors" />
		);
	}
	if (board.monitors.length === 0)
		return (
			<Suspense>
				<Welcome />
			</Suspense>
		);
	return (
		<>
			{error && <FaultNotice fault={error} what="The newest state" onRetry={() => void refetch()} />}
			<Summary board={board} />
			<Toolbar
				search={search}
				text={text}
				onText={setText}
				onLeave={flushText}
				onChange={change}
				field={field}
				{...boardWords(board)}
			/>
			<p role="status" className="sr-only">
				{isFiltered(wanted)
					? `${number(arrangement.monitors.length)} of ${counted(board.monitors.length, "monitor")}`
					: ""}
			</p>
			{arrangement.monitors.length === 0 ? (
				<EmptyState
					title="No monitor matches"
					action={
						<Button
							onClick={() => {
								setText("");
								change({ q: undefined, status: undefined, tag: undefined, type: undefined });
							}}
						>
							Show all {number(board.monitors.length)}
						</Button>
					}
				/>
			) : (
				<BoardList
					arrangement={arrangement}
					dense={search.dense === true}
					selected={selected}
					selectable={canWrite}
					outages={outages ?? NO_OUTAGES}
					onToggle={toggle}
					onEscape={() => setSelected(new Set())}
				/>
			)}
			<Suspense>
				{selected.size > 0 && (
					<BulkBar
						ids={[...selected]}
						shown={arrangement.monitors.map(({ id }) => id)}
						onSelect={(ids) => setSelected(new Set(ids))}
					/>
				)}
			</Suspense>
		</>
	);
}

/** The text of the search field: what the user types, or the address's text when the address changes. */
function useTypedText(inAddress: string, onPause: (text: string) => void) {
	const [text, setText] = useState(inAddress);
	const known = useRef(inAddress);
	const latest = useRef(onPause);
	useEffect(() => {
		latest.current = onPause;
	});
	useEffect(() => {
		if (inAddress === known.current) return;
		known.current = inAddress;
		setText(inAddress);
	}, [inAddress]);
	const flush = useCallback(() => {
		if (text === known.current) return;
		known.current = text;
		latest.current(text);
	}, [text]);
	useEffect(() => {
		const timer = setTimeout(flush, ADDRESS_AFTER_MS);
		return () => clearTimeout(timer);
	}, [flush]);
	return [text, setText, flush] as const;
}
