/**
 * What Lapwing writes into incidents that it opens, in the language of the page. It names components and nothing else:
 * no monitor, target or reason. Names follow a colon, so that no sentence depends on their number or gender.
 */

import type { ComponentState } from "../status-pages/component-state.ts";
import { asMarkdown, nameList } from "./template.ts";

/** Of a title; the rest is counted. */
const MOST_NAMES = 3;
/** Characters of a name in a title. */
const MAX_NAME_IN_TITLE = 60;

interface Words {
	readonly degraded: string;
	readonly partial: string;
	readonly major: string;
	readonly opened: string;
	readonly joined: string;
	readonly reopened: string;
	readonly resolved: string;
	/** Nothing is known of a recovery. */
	readonly closed: string;
}

const WORDS: Readonly<Record<string, Words>> = {
	en: {
		degraded: "Degraded performance: ",
		partial: "Partial outage: ",
		major: "Outage: ",
		opened: "Our monitoring has found a problem: ",
		joined: "Also affected: ",
		reopened: "Our monitoring has found the problem again: ",
		resolved: "Our monitoring finds no problem any more: ",
		closed: "Closed without a confirmed recovery: ",
	},
	de: {
		degraded: "Eingeschränkte Leistung: ",
		partial: "Teilausfall: ",
		major: "Ausfall: ",
		opened: "Unsere Überwachung hat ein Problem festgestellt: ",
		joined: "Auch betroffen: ",
		reopened: "Unsere Überwachung hat das Problem erneut festgestellt: ",
		resolved: "Unsere Überwachung stellt kein Problem mehr fest: ",
		closed: "Geschlossen ohne bestätigte Behebung: ",
	},
	es: {
		degraded: "Rendimiento reducido: ",
		partial: "Interrupción parcial: ",
		major: "Interrupción: ",
		opened: "Nuestra monitorización ha detectado un problema: ",
		joined: "También afectado: ",
		reopened: "Nuestra monitorización ha vuelto a detectar el problema: ",
		resolved: "Nuestra monitorización ya no detecta ningún problema: ",
		closed: "Cerrado sin confirmar la recuperación: ",
	},
	fr: {
		degraded: "Performances dégradées : ",
		partial: "Panne partielle : ",
		major: "Panne : ",
		opened: "Notre surveillance a détecté un problème : ",
		joined: "Également touché : ",
		reopened: "Notre surveillance a de nouveau détecté le problème : ",
		resolved: "Notre surveillance ne détecte plus de problème : ",
		closed: "Clos sans rétablissement confirmé : ",
	},
	it: {
		degraded: "Prestazioni ridotte: ",
		partial: "Interruzione parziale: ",
		major: "Interruzione: ",
		opened: "Il nostro monitoraggio ha rilevato un problema: ",
		joined: "Interessato anche: ",
		reopened: "Il nostro monitoraggio ha rilevato di nuovo il problema: ",
		resolved: "Il nostro monitoraggio non rileva più problemi: ",
		closed: "Chiuso senza un ripristino confermato: ",
	},
	ja: {
		degraded: "パフォーマンス低下：",
		partial: "一部障害：",
		major: "障害：",
		opened: "監視により問題を検出しました：",
		joined: "次にも影響しています：",
		reopened: "監視により問題を再び検出しました：",
		resolved: "監視で問題は検出されなくなりました：",
		closed: "復旧を確認できないまま終了しました：",
	},
	nl: {
		degraded: "Verminderde prestaties: ",
		partial: "Gedeeltelijke storing: ",
		major: "Storing: ",
		opened: "Onze monitoring heeft een probleem vastgesteld: ",
		joined: "Ook getroffen: ",
		reopened: "Onze monitoring heeft het probleem opnieuw vastgesteld: ",
		resolved: "Onze monitoring stelt geen probleem meer vast: ",
		closed: "Gesloten zonder bevestigd herstel: ",
	},
	pt: {
		degraded: "Desempenho reduzido: ",
		partial: "Interrupção parcial: ",
		major: "Interrupção: ",
		opened: "A nossa monitorização detetou um problema: ",
		joined: "Também afetado: ",
		reopened: "A nossa monitorização voltou a detetar o problema: ",
		resolved: "A nossa monitorização já não deteta nenhum problema: ",
		closed: "Encerrado sem confirmação da recuperação: ",
	},
	zh: {
		degraded: "性能下降：",
		partial: "部分中断：",
		major: "服务中断：",
		opened: "监控发现问题：",
		joined: "同时受影响：",
		reopened: "监控再次发现该问题：",
		resolved: "监控已不再发现问题：",
		closed: "未确认恢复，已关闭：",
	},
};

const TITLES = { degraded: "degraded", partial_outage: "partial", major_outage: "major" } as const;

interface AffectedComponent {
	readonly name: string;
	readonly state: ComponentState;
}

/** "Outage: Checkout and Search": of the worst of them. */
export function outageTitle(components: readonly AffectedComponent[], locale: string): string {
	const states = new Set(components.map(({ state }) => state));
	const worst = (["major_outage", "partial_outage"] as const).find((state) => states.has(state)) ?? "degraded";
	const names = components.map(({ name }) => shortened(name));
	const rest = names.length - MOST_NAMES;
	return `${wordsOf(locale)[TITLES[worst]]}${list(names.slice(0, MOST_NAMES), locale)}${rest > 0 ? ` (+${rest})` : ""}`;
}

/** The body of an update, in Markdown. */
export function outageText(
	what: "opened" | "joined" | "reopened" | "resolved" | "closed",
	names: readonly string[],
	locale: string,
): string {
	return `${wordsOf(locale)[what]}${list(names.map(asMarkdown), locale)}`;
}

function wordsOf(locale: string): Words {
	const words = WORDS[locale] ?? WORDS["en"];
	if (words === undefined) throw new Error("There are English words.");
	return words;
}

function list(names: readonly string[], locale: string): string {
	return nameList(names, locale === "en" ? "en-GB" : locale);
}

function shortened(name: string): string {
	const letters = [...name];
	return letters.length <= MAX_NAME_IN_TITLE ? name : `${letters.slice(0, MAX_NAME_IN_TITLE - 1).join("")}…`;
}
