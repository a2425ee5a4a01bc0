/** The components of all pages, each with its state during the incident, or none. */

import type { ComponentState, NamedComponent } from "../../api/incidents.ts";
import { componentsOf, type StatusPage } from "../../api/status-pages.ts";
import { useMay } from "../../shell/session.tsx";
import { useStatusPages } from "../../shell/use-status-pages.ts";
import { About } from "../../ui/forms/field.tsx";
import { useFieldError } from "../../ui/forms/form.tsx";
import { FaultNotice } from "../../ui/states.tsx";
import { type ChosenComponent, withState } from "./incident-draft.ts";
import { STATE_OPTIONS } from "./incident-words.ts";

interface Props {
	readonly value: readonly ChosenComponent[];
	readonly onChange: (components: readonly ChosenComponent[]) => void;
	/** Those that the incident names and that are deleted. */
	readonly deleted: readonly NamedComponent[];
}

const NOT_AFFECTED = "";

export function ComponentStates({ value, onChange, deleted }: Props) {
	const { data: pages = [], error: fault, isPending, refetch } = useStatusPages();
	const mayRead = useMay("status-pages:read");
	const { error, marked, invalid, aboutId } = useFieldError("/components");
	const withComponents = pages.filter((page) => componentsOf(page).length > 0);
	return (
		<fieldset {...marked}>
			<legend className="mb-1 font-semibold">Components</legend>
			{fault && <FaultNotice fault={fault} what="The components" onRetry={() => void refetch()} />}
			{!mayRead && <p className="text-muted">Your role does not allow to see status pages and their components.</p>}
			{mayRead && !isPending && !fault && withComponents.length === 0 && (
				<p className="text-muted">No status page has a component yet. An incident can do without.</p>
			)}
			<div className="space-y-3">
				{withComponents.map((page, place) => (
					<section key={page.id} aria-label={page.name}>
						{withComponents.length > 1 && <p className="mb-1 text-small text-muted">{page.name}</p>}
						<ul className="rounded-control border border-line">
							{componentsOf(page).map(({ id, name }, index) => (
								<li
									key={id}
									className="flex items-center justify-between gap-4 border-b border-line px-3 py-1 last:border-0"
								>
									<label htmlFor={`state-${id}`} className="words min-w-0 break-words">
										{name}
									</label>
									<select
										id={`state-${id}`}
										{...(place + index === 0 && invalid)}
										className="control w-40 shrink-0"
										value={value.find((each) => each.componentId === id)?.state ?? NOT_AFFECTED}
										onChange={({ target }) =>
											onChange(
												withState(value, id, target.value === NOT_AFFECTED ? null : (target.value as ComponentState)),
											)
										}
									>
										<option value={NOT_AFFECTED}>Not affected</option>
										{STATE_OPTIONS.map((option) => (
											<option key={option.value} value={option.value}>
												{option.label}
											</option>
										))}
									</select>
								</li>
							))}
						</ul>
					</section>
				))}
			</div>
			{deleted.length > 0 && (
				<p className="mt-2 text-small text-muted">Deleted, and kept: {deleted.map(({ name }) => name).join(", ")}.</p>
			)}
			<About id={aboutId} error={error} hint={null} />
		</fieldset>
	);
}

export function pagesOf(pages: readonly StatusPage[], components: readonly ChosenComponent[]): string[] {
	const chosen = new Set(components.map(({ componentId }) => componentId));
	return pages.filter((page) => componentsOf(page).some(({ id }) => chosen.has(id))).map(({ id }) => id);
}
