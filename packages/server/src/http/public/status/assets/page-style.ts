/** The style sheet of every page. Its colours are close to those of packages/web/DESIGN.md. */

import { asset } from "./asset.ts";

const LIGHT = `
	color-scheme: light;
	--ground: #fcfcfb; --panel: #fff; --line: #e3e2dd; --text: #1b1b19; --muted: #5f5d57; --link: #2450c4;
	--operational: #1c7c44; --degraded: #9c5c00; --down: #b92d1b; --maintenance: #6344b8;
	--day: #bfe3cd; --nothing: #eae9e5; --day-degraded: #d08a1d; --day-down: #cf3f2b;
	--tint-operational: #f1f8f3; --tint-degraded: #fff3e0; --tint-down: #fdeeeb; --tint-maintenance: #f3effc;
	--edge-operational: #9fcfb1; --edge-degraded: #e4c083; --edge-down: #e8a99e; --edge-maintenance: #bcaae6;
	--tip: #1b1b19; --tip-text: #fcfcfb;
`;
const DARK = `
	color-scheme: dark;
	--ground: #111211; --panel: #191a19; --line: #2f302e; --text: #ecebe7; --muted: #a8a59e; --link: #9db6ff;
	--operational: #58cd8e; --degraded: #e5a84c; --down: #ff8472; --maintenance: #b9a2f6;
	--day: #28583c; --nothing: #2a2b29; --day-degraded: #d5912a; --day-down: #e6584a;
	--tint-operational: #132018; --tint-degraded: #292013; --tint-down: #2c1815; --tint-maintenance: #1e192c;
	--edge-operational: #2f6545; --edge-degraded: #6b5123; --edge-down: #7b362c; --edge-maintenance: #4b3d78;
	--tip: #ecebe7; --tip-text: #111211;
`;

export const PAGE_STYLE = asset(
	"page",
	"css",
	`
:root {${LIGHT}}
@media (prefers-color-scheme: dark) { :root {${DARK}} }
:root[data-scheme=light] {${LIGHT}}
:root[data-scheme=dark] {${DARK}}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.55 Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; font-variant-numeric: tabular-nums }
#page { max-width: 760px; margin: 0 auto; padding: 40px 24px 56px; overflow-wrap: anywhere }
h1, h2, h3, p, dl, dd { margin: 0 }
a { color: inherit; text-underline-offset: 3px; text-decoration-color: color-mix(in srgb, currentColor 45%, transparent) }
a:hover { text-decoration-color: currentColor }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 3px }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px 24px; margin-bottom: 44px }
.name { display: flex; align-items: center; gap: 12px; min-width: 0; font-size: 17px; font-weight: 600; line-height: 1.3; text-decoration: none }
.name img { display: block; height: 32px; max-width: 200px; object-fit: contain }
.button { padding: 7px 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); font-size: 13px; font-weight: 600; line-height: 20px; text-decoration: none }
.button:hover { border-color: var(--muted) }
.whole { margin-bottom: 36px }
.form > * + *, form > * + *, fieldset > * + * { margin-top: 16px }
.form input[type=email], .form input[type=password] { width: 100%; max-width: 420px; padding: 9px 12px; border: 1px solid var(--muted); border-radius: 6px; background: var(--panel); color: inherit; font: inherit; font-size: 16px }
.form button { padding: 9px 18px; border: 1px solid var(--muted); border-radius: 6px; background: var(--panel); color: inherit; font: inherit; font-weight: 600; cursor: pointer }
.form button:hover { border-color: var(--text) }
.form fieldset { margin-inline: 0; padding: 14px 18px; border: 1px solid var(--line); border-radius: 8px }
.form fieldset > * + * { margin-top: 8px }
.form legend { padding: 0 6px; font-weight: 600 }
.form [role=alert] { color: var(--down); font-weight: 600 }
h1 { display: flex; gap: 14px; font-size: 28px; font-weight: 600; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance }
h1 .mark { margin-top: 10px; width: 16px; height: 16px }
.whole .facts { margin: 6px 0 0 30px }
.facts, .at, footer { color: var(--muted); font-size: 13px }
.stale { margin: 0 0 28px; padding: 12px 16px; border: 1px solid var(--edge-degraded); border-radius: 8px; background: var(--tint-degraded) }
.mark { display: inline-block; flex: none; width: 9px; height: 9px; background: var(--operational); border-radius: 50%; forced-color-adjust: none; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.mark.degraded { background: var(--degraded); border-radius: 0; clip-path: polygon(50% 4%, 100% 96%, 0 96%) }
.mark.maintenance { background: var(--maintenance); border-radius: 0; clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%) }
.mark.partial_outage { background: linear-gradient(transparent 50%, var(--down) 50%); border: 2px solid var(--down); border-radius: 1px }
.mark.major_outage { background: var(--down); border-radius: 1px }
.incident { margin: 0 0 24px; padding: 20px 22px; border: 1px solid var(--edge-degraded); border-radius: 10px; background: var(--tint-degraded); print-color-adjust: exact; -webkit-print-color-adjust: exact; break-inside: avoid }
.incident.operational { border-color: var(--edge-operational); background: var(--tint-operational) }
.incident.maintenance { border-color: var(--edge-maintenance); background: var(--tint-maintenance) }
.incident.partial_outage, .incident.major_outage { border-color: var(--edge-down); background: var(--tint-down) }
.incident h2 { font-size: 16px; font-weight: 600 }
.incident h2 a { text-decoration: none }
.incident h2 a:hover { text-decoration: underline }
.incident > .words { margin-top: 10px }
.updates { margin-top: 14px; display: grid; gap: 14px }
.updates > div { display: grid; grid-template-columns: 128px minmax(0, 1fr); gap: 2px 16px }
.updates dt { font-weight: 600 }
.updates .at { margin-top: 2px }
.words > * { margin: 0 0 10px }
.words > :last-child { margin-bottom: 0 }
main > .words { margin-bottom: 36px }
.words ul, .words ol { padding-left: 22px }
.words blockquote { padding-left: 14px; border-left: 2px solid var(--line); color: var(--muted) }
.words pre { padding: 10px 12px; border-radius: 6px; background: color-mix(in srgb, var(--text) 6%, transparent); white-space: pre-wrap }
.words pre, .words code { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
.section { margin-top: 44px }
.section > h2 { padding-bottom: 10px; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 13px; font-weight: 600 }
.section > h2 + .words { margin: 14px 0 10px }
.component > .facts { margin-top: 4px }
.section > h2.hidden { padding: 0; border: 0 }
.component, .planned { padding: 18px 0 16px; border-bottom: 1px solid var(--line); break-inside: avoid }
h2.hidden + .component { border-top: 1px solid var(--line) }
.line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px }
h3 { min-width: 0; font-size: 15px; font-weight: 600 }
.line > :last-child { margin-left: auto }
.line .facts { min-width: 0 }
.state { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 6px; font-size: 13px; font-weight: 600 }
.state .mark { align-self: center; margin-right: 2px }
.state small { color: var(--muted); font-size: 12px; font-weight: 400 }
.bars { display: flex; gap: 2px; height: 34px; margin-top: 12px }
.bars > * { position: relative; flex: 1 1 0; min-width: 0; border-radius: 2px; background: var(--day); forced-color-adjust: none; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.bars > .n { background: var(--nothing) }
.bars > .g { --lost: var(--day-degraded) }
.bars > .d { --lost: var(--day-down) }
.bars > .l1 { --high: 18% }
.bars > .l2 { --high: 34% }
.bars > .l3 { --high: 52% }
.bars > .l4 { --high: 74% }
.bars > .l5 { --high: 100% }
.bars > .d, .bars > .g { background: linear-gradient(to top, var(--lost) var(--high), var(--day) var(--high)) }
.bars > .k:not(.d, .g) { background: linear-gradient(to top, var(--day-degraded) 3px, var(--day) 3px) }
.bars > .n.k { background: linear-gradient(to top, var(--day-degraded) 3px, var(--nothing) 3px) }
.bars > :hover, .bars > :focus { filter: saturate(1.3) brightness(0.92); z-index: 1 }
.bars > :focus-visible { outline-offset: 1px }
.bars > ::after, .bars > *::after { content: attr(data-t); position: absolute; bottom: calc(100% + 8px); left: 50%; width: max-content; max-width: 260px; padding: 7px 10px; border-radius: 6px; background: var(--tip); color: var(--tip-text); font: 12px/1.45 Inter, ui-sans-serif, system-ui, sans-serif; font-style: normal; text-align: left; white-space: pre-line; overflow-wrap: anywhere; transform: translateX(-50%); visibility: hidden; pointer-events: none }
.bars > :hover::after, .bars > :focus::after { visibility: visible }
.bars[data-quiet] > *::after { visibility: hidden }
.bars > :nth-child(-n+30)::after { left: 0; transform: none }
.bars > :nth-last-child(-n+30)::after { left: auto; right: 0; transform: none }
.scale { display: flex; justify-content: space-between; gap: 12px; margin-top: 6px; color: var(--muted); font-size: 12px }
.scale > :nth-child(2) { min-width: 0; text-align: center; text-wrap: balance }
.scale > :first-child, .scale > :last-child { flex: none }
.narrow { display: none }
.day { margin-top: 22px }
.days > .line { margin-bottom: 8px }
.day > h2, .day > h3 { font-size: 15px; font-weight: 600 }
.day > .facts { margin-top: 2px }
.past { margin-top: 8px }
.past h3 { display: flex; gap: 9px; font-size: 15px }
.past h3 .mark { margin-top: 8px }
.past .words { margin-top: 4px; color: var(--muted) }
.planned .words, .past > p:not(.facts) { margin-top: 6px }
.month { font-size: 17px; font-weight: 600 }
.months { display: flex; gap: 16px; font-size: 13px }
main > p { margin-top: 36px; font-size: 13px }
footer { display: flex; flex-wrap: wrap; gap: 8px 22px; margin-top: 56px; padding-top: 20px; border-top: 1px solid var(--line) }
footer nav { display: flex; flex-wrap: wrap; gap: 8px 18px }
footer .words { flex: 1 0 100% }
footer p:last-child { margin-left: auto }
@media (max-width: 600px) {
	#page { padding: 24px 16px 40px }
	.top { margin-bottom: 32px }
	h1 { font-size: 22px; gap: 12px }
	h1 .mark { margin-top: 7px; width: 14px; height: 14px }
	.whole { margin-bottom: 28px }
	.whole .facts { margin-left: 26px }
	.incident { padding: 16px }
	.updates > div { grid-template-columns: minmax(0, 1fr) }
	.line > .facts { flex: 1 0 100%; order: 3; margin-left: 0 }
	.bars > :nth-last-child(n+31) { display: none }
	.bars > *::after { left: 50% !important; right: auto !important }
	.bars > :nth-last-child(n+21)::after { left: 0 !important; transform: none }
	.bars > :nth-last-child(-n+20):nth-last-child(n+11)::after { transform: translateX(-50%) }
	.bars > :nth-last-child(-n+10)::after { left: auto !important; right: 0 !important }
	.wide { display: none }
	.narrow { display: inline }
	footer p:last-child { margin-left: 0; flex: 1 0 100% }
}
@media print {
	:root:root {${LIGHT}}
	body { font-size: 11pt }
	#page { max-width: none; padding: 0 }
	.button, footer nav, .months, #age { display: none }
	.section { margin-top: 26px }
	.top { margin-bottom: 22px }
	.section > h2, .day > h3 { break-after: avoid }
}
@media (prefers-contrast: more) { :root { --muted: var(--text) } }
`,
);
